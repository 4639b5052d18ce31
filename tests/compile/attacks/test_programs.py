r"""Programs a document wants to run, through TeX, latexmk, biber or Lua."""

import http.server
import subprocess
import threading

import pytest

from tests.compile.attacks.arena import Attack, cases, each_engine
from tests.naming import named

pytestmark = [pytest.mark.tex, pytest.mark.slow]

PDFTEX, BOTH, LUATEX = ("pdflatex",), ("pdflatex", "xelatex"), ("lualatex",)
TOUCH = "touch planted.txt"

THROUGH_TEX = (
    Attack("write18", rf"\immediate\write18{{{TOUCH}}}", named=TOUCH, engines=BOTH),
    Attack("write-hexadecimal", rf'\immediate\write"12{{{TOUCH}}}', named=TOUCH, engines=PDFTEX),
    Attack("write-number", rf"\chardef\s=18 \immediate\write\s{{{TOUCH}}}", named=TOUCH,
           engines=BOTH),
    Attack("write-at-shipout", rf"\write18{{{TOUCH}}}", named=TOUCH, engines=PDFTEX),
    Attack("shellesc", rf"\ShellEscape{{{TOUCH}}}", r"\usepackage{shellesc}", named=TOUCH,
           engines=PDFTEX),
    Attack("input-pipe", rf'\input{{|"{TOUCH}"}}', named=TOUCH, engines=BOTH),
    Attack("openin-pipe", rf'\newread\r\openin\r=|"{TOUCH}"\read\r to\x', named="touch",
           engines=PDFTEX),
    Attack("openout-pipe", r'\newwrite\w\immediate\openout\w=|"tee planted.txt" '
           r"\immediate\write\w{x}\immediate\closeout\w", named="tee", engines=PDFTEX),
    Attack("first-line", "%& -shell-escape\n\\documentclass{article}\\begin{document}Text."
           rf"\immediate\write18{{{TOUCH}}}\end{{document}}", named="shell-escape",
           engines=PDFTEX, whole=True),
    Attack("settings", rf"\immediate\write18{{{TOUCH}}}\input{{|{TOUCH}}}", named=TOUCH,
           files={"texmf.cnf": "shell_escape = t\nopenin_any = a\nopenout_any = a\n"},
           engines=PDFTEX),
)  # fmt: skip
THROUGH_LATEXMK = (
    Attack("latexmkrc", "x", files={"latexmkrc": f"system('{TOUCH}');"}, named="",
           engines=PDFTEX, latexmk=True),
    Attack("hidden-latexmkrc", "x", files={".latexmkrc": f"system('{TOUCH}');"}, named="",
           engines=PDFTEX, latexmk=True),
    Attack("bibliography-name", r"\cite{a}\bibliographystyle{plain}"
           r"\catcode`\$=12 \bibliography{a$(touch${IFS}planted.txt)}", named="planted",
           engines=PDFTEX, latexmk=True),
    Attack("aux-name", r"\makeatletter\cite{a}\bibliographystyle{plain}\bibliography{a}"
           rf"\immediate\write\@auxout{{\string\@input{{{TOUCH}|}}}}", named="touch",
           files={"a.bib": "@book{a, title={T}}\n"}, engines=PDFTEX, latexmk=True),
    Attack("source-map", r"\cite{a}\printbibliography", r"""\usepackage{biblatex}
\addbibresource{a.bib}\catcode`\@=12
\DeclareSourcemap{\maps{\map{\step[fieldsource=title, match={x},
replace={@{[system('touch','planted.txt')]}}]}}}""", named="source map",
           files={"a.bib": "@book{a, title={x}}\n"}, engines=PDFTEX, latexmk=True),
)  # fmt: skip


@pytest.mark.parametrize(
    ("attack", "engine", "level"),
    cases(*THROUGH_TEX, *THROUGH_LATEXMK),
    ids=named,
)
def test_program_is_not_run_and_the_attempt_is_named(attack, engine, level, arena):
    built = arena.locked(attack, engine, level)
    assert arena.leaked(built) == []
    assert any(attack.named in d.message for d in built.diagnostics) or not attack.named
    log = (arena.job / "source" / "paper.log").read_text("utf-8", "replace")
    assert "\\write18 enabled" not in log


@pytest.mark.parametrize(
    ("attack", "engine"),
    each_engine(*THROUGH_TEX, *THROUGH_LATEXMK),
    ids=named,
)
def test_program_is_run_where_nothing_is_locked(attack, engine, arena):
    arena.unlocked(attack, engine)
    if attack.name not in {"first-line", "settings"}:  # TeX itself takes no orders from a project
        assert arena.leaked() != []


@pytest.mark.parametrize("level", ["bubblewrap", "limits"])
def test_key_is_not_in_the_environment_of_tex(level, arena):
    attack = Attack("key", r"\input{|kpsewhich --expand-var=$OPENAI_API_KEY}", named="kpsewhich",
                    preamble=r"\catcode`\$=12", engines=PDFTEX)  # fmt: skip
    built = arena.locked(attack, "pdflatex", level)
    assert arena.leaked(built) == []
    assert any(attack.named in d.message for d in built.diagnostics)
    arena.unlocked(attack, "pdflatex")
    assert arena.leaked() != []


@pytest.mark.parametrize("level", ["bubblewrap", "limits"])
def test_index_is_made_with_no_options_of_the_document(level, arena):
    attack = Attack(
        "index", r"\index{a}\printindex",
        r"\usepackage{imakeidx}\makeindex[options=;touch planted.txt;]",
        engines=PDFTEX,
    )  # fmt: skip
    built = arena.locked(attack, "pdflatex", level)
    assert arena.leaked(built) == []
    assert built.pdf is not None
    arena.unlocked(attack, "pdflatex")
    assert arena.leaked() != []


@pytest.mark.parametrize("level", ["bubblewrap", "limits"])
def test_biber_asks_no_server(level, arena):
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *words):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/a.bib"
        attack = Attack(
            "remote", r"\cite{a}\printbibliography",
            rf"\usepackage{{biblatex}}\addbibresource[location=remote]{{{address}}}", latexmk=True,
        )  # fmt: skip
        built = arena.locked(attack, "pdflatex", level)
        assert asked == []
        assert any(address in d.message for d in built.diagnostics)
        if level == "limits":
            arena.unlocked(attack, "pdflatex")
            subprocess.run(
                ["biber", "paper"], cwd=arena.base / "open" / "source",
                capture_output=True, timeout=60, check=False,
            )  # fmt: skip
            assert asked != []
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


LUA = (
    Attack("lua-execute", rf"\directlua{{os.execute('{TOUCH}')}}", named="os.execute"),
    Attack("lua-read", r"\directlua{texio.write_nl(io.open('HOME/secret.tex'):read('*a'))}",
           named="io.open"),
    Attack("lua-write", r"\directlua{io.open('HOME/planted', 'w'):close()}", named="io.open"),
    Attack("lua-key", r"\directlua{texio.write_nl(os.getenv('OPENAI_API_KEY'))}",
           named="os.getenv"),
)  # fmt: skip


@pytest.mark.parametrize("attack", LUA, ids=named)
def test_lua_is_locked_in_and_the_attempt_is_named(attack, arena):
    built = arena.locked(attack, "lualatex", "bubblewrap")
    assert arena.leaked(built) == []
    assert any(attack.named in d.message for d in built.diagnostics)


@pytest.mark.parametrize("attack", LUA, ids=named)
def test_lua_reaches_all_where_nothing_is_locked(attack, arena):
    arena.unlocked(attack, "lualatex")
    assert arena.leaked() != []


def test_lua_has_no_network(arena):
    attack = Attack(
        "socket",
        r"\directlua{local s = require('socket') texio.write_nl('met:' .."
        r" tostring(s.tcp():connect('127.0.0.1', 80)))}",
    )
    built = arena.locked(attack, "lualatex", "bubblewrap")
    assert b"met:1" not in (arena.job / "source" / "paper.log").read_bytes()
    assert any("socket" in d.message for d in built.diagnostics)
