import pytest

from agent.authors import prompts
from agent.authors.material import Excerpt
from agent.authors.model_messages import _Asset
from agent.authors.types import SectionPlan, WrittenSection
from reflect.change import Change
from reflect.score import Criterion

PLAN = SectionPlan("results", "Results", "What was found.", ("fig:line",))
LINES = Excerpt(("a line",), 3)
CHANGE = Change("n2", "The slope has no unit.", "Give it in m/s.", preserve=("slope",))
VALUES = {
    "assets": [_Asset("fig:line", "Figure", "A line.")],
    "categories": ["unit", "other"],
    "changes": (CHANGE,),
    "citations": ("book2001",),
    "columns": LINES,
    "comparisons": LINES,
    "criteria": (Criterion("units", "Each has one.", "A bare 3.", "high"),),
    "draft": "[n1]\n\\section{Results}\n",
    "facts": ["a.b: 1 (one; count)"],
    "facts_left_out": [("swings", 4), ("", 1)],
    "files": LINES,
    "findings": ["dangling-ref in n1 (severity 4): It refers to nothing."],
    "fits": LINES,
    "groupings": LINES,
    "intent": "What was found.",
    "least": 3,
    "limit": 8,
    "material": "<material>\na.b: 1\n</material>",
    "models": ("line", "power"),
    "more": 2,
    "most": 10,
    "notes": [],
    "outline": (PLAN,),
    "paragraph": True,
    "path": ("Results",),
    "placeholders": ("[[1]]",),
    "protect": True,
    "remarks": LINES,
    "revised": ["[n1]\n\\section{Results}\nThe slope."],
    "sections": (WrittenSection(PLAN, "The slope is \\fact{a.b}."),),
    "sources": LINES,
    "shown_figures": LINES,
    "shown_tables": LINES,
    "text": "The slope.",
    "title": "Results",
}
EVERY = [(language, name) for language in prompts.LANGUAGES for name in prompts.names(language)]


def test_both_languages_have_the_same_prompts_with_the_same_variables():
    english, chinese = (
        {name: prompts.load(language, name).variables for name in prompts.names(language)}
        for language in ("en", "zh")
    )
    assert english == chinese
    assert "section" in english


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_a_prompt_renders_with_the_variables_it_declares(language, name):
    prompt = prompts.load(language, name)
    text = prompt.render(**{key: VALUES[key] for key in prompt.variables})
    assert len(text) > 100
    assert not any(mark in text for mark in ("<<", ">>", "<%", "%>", "<#", "#>"))


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_a_prompt_refuses_a_variable_it_does_not_declare_and_misses_one_it_does(language, name):
    prompt = prompts.load(language, name)
    values = {key: VALUES[key] for key in prompt.variables}
    with pytest.raises(prompts.PromptError, match="unheard_of"):
        prompt.render(**values, unheard_of=1)
    for key in prompt.variables:
        with pytest.raises(prompts.PromptError, match=key):
            prompt.render(**{k: v for k, v in values.items() if k != key})


def test_a_file_that_asks_for_what_it_does_not_declare_is_no_prompt():
    source = "---\npurpose: Greet.\nvariables: name\n---\nHello << name >> << title >>.\n"
    with pytest.raises(prompts.PromptError, match="title"):
        prompts.parse("en", "greeting", source)
    good = prompts.parse("en", "greeting", source.replace(" << title >>", ""))
    assert good.render(name="Ada") == "Hello Ada.\n"


def test_a_file_without_front_matter_is_no_prompt():
    with pytest.raises(prompts.PromptError, match="front matter"):
        prompts.parse("en", "greeting", "Hello.\n")


def test_latex_passes_through_a_template_as_it_stands():
    latex = r"\frac{{a}}{b} \textbf{#1} {% 50 %} {# no comment #}"
    source = f"---\npurpose: Show.\nvariables:\n---\n{latex}\n"
    assert prompts.parse("en", "show", source).render() == latex + "\n"


def test_what_a_user_wrote_is_not_read_as_a_template():
    source = "---\npurpose: Show.\nvariables: text\n---\n<< text >>\n"
    prompt = prompts.parse("en", "show", source)
    assert prompt.render(text="<< 1 + 1 >> <% if %>") == "<< 1 + 1 >> <% if %>\n"


@pytest.mark.parametrize("name", prompts.names("zh"))
def test_chinese_prompts_are_chinese(name):
    prompt = prompts.load("zh", name)
    assert sum("\u4e00" <= c <= "\u9fff" for c in prompt.text) > 60


def test_the_digest_is_stable():
    assert prompts.digest() == prompts.digest()
    assert len(prompts.digest()) == 64
