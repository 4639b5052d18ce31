"""Phrases that a document is better without, in English and Chinese, as patterns."""

import regex


def any_of(*patterns: str) -> "regex.Pattern[str]":
    """Any of the patterns; a blank in them is white space of any kind, or a tie."""
    joined = "|".join(f"(?:{pattern})" for pattern in patterns)
    return regex.compile(joined.replace(" ", r"[\s~]+"))


_STEPS = "add|your|put|fill in|enter|describe|insert|to be (?:added|filled|done|completed|written)"

PLACEHOLDER = any_of(
    r"(?<![\w\\@-])(?:TODO|FIXME|TBD)(?![\w@])",
    # Roman numerals and names such as `XXX Corps` are none.
    r"(?<![\w\\.-])(?<!\b[A-Z][a-z]+ )X{3,}(?![\w-])(?! (?:[A-Z]|century))",
    r"(?<![\w.])[Xx]{1,3}\.[Xx]{1,3}(?![\w.])",
    r"\b[Ll]orem ipsum\b",
    rf"\[(?i:{_STEPS}) [^\[\]<>()\n]{{1,80}}\]",
    rf"<(?i:{_STEPS}) [^\[\]<>()\n]{{1,80}}>",
    r"\b(?:INSERT|YOUR|ADD|PUT)\b[A-Z,\s]{1,40}\bHERE\b",
    r"\[(?i:citation needed|refs?|cite|citation|source|figure|table|\?)\](?!\()",
    r"\b(?:Figure|Table|Section|Fig\.|Eq\.|Ref\.) \(?\?\?+",
    r"\bYour (?:Full )?(?:Name|Title|University|Institution|Department|Abstract)\b",
    r"\bAuthor (?:One|Two|Three)\b",
    r"\b(?:name|author)@(?:example|university)\.\w+",
    r"待(?:补充|填写|完善|插入|添加|定稿)(?![^，。；\n]{0,3}的)",
    r"[（(【\[]待(?:补|填|定|续|写)[）)】\]]",
    r"(?:此处|这里|在此)请?(?:填写|插入|补充|添加|填入|省略)",
    r"[×xX]{2,}\s?(?:大学|学院|公司|老师|同学|先生)",
    r"你的(?:姓名|名字|题目|学校)",
)
DUMMY = any_of(r"\\(?:[Ll]ipsum|[Bb]lindtext|[Bb]linddocument|kant|zhlipsum)(?![A-Za-z])")
NOTE = any_of(r"\\(?:todo|fixme|TODO|FIXME|missingfigure)\s*+(?:\[[^\]\[]{0,200}+\]\s*+)?+\{")

_REVISED = (
    "revised|updated|rewritten|corrected|improved|edited|polished|refined|modified|complete"
    "|full|final|requested|new"
)
_PIECE = (
    "section|version|text|paragraph|abstract|introduction|conclusion|LaTeX|draft|report|fragment"
    "|code"
)
_CHANGED = "修改|修订|改写|润色|更新|优化|重写|完善|调整"

MODEL_TALK = any_of(
    r"\A\W*(?:Sure|Certainly|Of course|Absolutely)\s*!\Z",
    r"\A\W*(?:Sure|Certainly|Of course|Absolutely|Okay|OK)\s*[,!.:—-]+\s*"
    r"(?:here|below|I['’]|I (?:will|have|can)|let me|the (?:following|revised))",
    r"\A\W*Here(?: is|['’]s| are) (?:the|a|an|your|my) (?:\w+[,\s]+){0,3}?"
    rf"(?:{_REVISED})\b[^.!?]{{0,40}}?(?:{_PIECE})\b[^.!?]{{0,60}}(?:[:.!]|\Z)",
    r"\A\W*Below is (?:the|a|your) (?:revised|updated|rewritten|corrected|improved|edited)",
    r"\b[Aa]s an (?:AI|artificial intelligence)(?: (?:language )?(?:model|assistant))?\s*,",
    r"\b[Aa]s a (?:large )?language model\s*, I\b",
    r"\bI (?:hope|trust) (?:this|that) (?:helps|meets|revision|version|is helpful)\b",
    r"\b[Ll]et me know (?:if|whether|what) (?:you|there|this|any)\b",
    r"\bI(?: have|['’]ve) (?:revised|rewritten|updated|reworked|addressed|incorporated|fixed"
    r"|made the)\b[^.!?]{0,60}\b(?:section|text|paragraph|draft|issues?|feedback|changes|request"
    r"|comments?|you)\b",
    r"\b(?:as|per) (?:you requested|your (?:request|instructions?))\b",
    r"\A\W*(?:好的|当然|没问题)[，,！!。]\s*(?:以下|下面|这是|我|这里)",
    rf"(?:以下|下面|这)就?是我?(?:为[你您])?(?:经过)?(?:{_CHANGED})(?:后|过|好)?的",
    r"作为(?:一个|一名)?(?:AI|人工智能)?(?:大?型?语言)?(?:模型|助手|AI|人工智能)[，,]\s*我",
    r"希望(?:这|以上|本)[^。！？]{0,12}(?:对[你您])?有所?帮助",
    r"如果?[你您][^。！？]{0,12}(?:请|随时)(?:随时)?(?:告诉|联系|告知|提出)",
    r"(?:根据|按照)[你您]的(?:要求|指示|意见|反馈|建议)",
)

EMPTY_LEAD = any_of(
    r"It (?:is|should be|must be) (?:also )?(?:(?:important|worth|worthwhile|interesting|crucial"
    r"|essential|necessary) (?:to (?:note|mention|emphasi[sz]e|point out|observe|highlight"
    r"|remember)|noting|mentioning|pointing out|emphasi[sz]ing|highlighting)|noteworthy|noted"
    r"|mentioned|pointed out|emphasi[sz]ed) that (?=[a-z$\\])",
    r"(?:Needless to say|It goes without saying)(?:,| that) ",
    r"(?:值得(?:注意|一提|指出|强调)的是|需要(?:注意|指出|说明|强调)的是)[，,：:]\s*",
    r"(?:众所周知|不难发现|毋庸置疑|显而易见)[，,]\s*",
)
FILLER = any_of(
    r"\b(?:In|Throughout) this (?:section|chapter|report|paper|subsection)\s*,?\s*"
    r"(?:we|I|it) (?:will|shall|are going to|am going to|aim to|intend to)\b",
    r"\b[Tt]his (?:section|chapter|subsection) (?:will )?(?:provides?|presents?|discuss(?:es)?"
    r"|describes?|outlines?|covers?|explores?) (?:an? |the )?(?:brief |detailed |comprehensive )?"
    r"(?:overview|discussion|details|description)\b",
    r"\bplays? an? (?:crucial|vital|pivotal) role\b",
    r"\b(?:In conclusion|To summari[sz]e|In summary|Overall)\s*, th(?:is|e) (?:report|paper|study"
    r"|experiment) (?:has )?(?:successfully )?(?:demonstrated|provided|explored|presented|shown)\b",
    r"本(?:节|章|小节|报告)(?:将|主要)?(?:会|来)?"
    r"(?:介绍|讨论|阐述|描述|探讨|对[^，。]{1,20}进行(?:介绍|讨论|阐述|分析))",
    r"(?:起着|起到了?|发挥着?了?|扮演着)(?:至关|十分|非常)重要的?(?:作用|角色)",
)
OVERCLAIM = any_of(
    r"\b(?:excellent|perfect|remarkable|outstanding|superb) "
    r"(?:agreement|accuracy|precision|match|fit)\b",
    r"\b(?:flawlessly|beyond (?:any )?doubt|undeniabl[ey]|irrefutabl[ey]|unequivocally)\b",
    r"\bperfectly (?:match|agree|fit|consistent|describe)\w*",
    r"\b(?:clearly|conclusively|definitively|unambiguously|undoubtedly) "
    r"(?:demonstrat|prov|confirm|establish)\w*",
    r"\bprov(?:es|ed|ing) (?:the (?:law|theory|hypothesis|validity))\b",
    r"(?:完美|完全|极其|非常)地?(?:吻合|一致|符合)",
    r"(?:充分|有力|完美)地?(?:证明|验证|说明)了?",
    r"毫无疑问|无可置疑|误差极小|精度极高",
)
HEDGE = any_of(
    r"\b(?:may|might|could) (?:possibly|potentially|perhaps|conceivably)\b",
    r"\b(?:possibly|perhaps|probably) (?:may|might|could)\b",
    r"\b(?:appears|seems) to (?:possibly|potentially|suggest that it (?:may|might))\b",
    r"(?:可能|也许|或许)(?:大概|也许|或许|可能)",
)
WORN = any_of(
    r"\b(?i:delv(?:e|es|ed|ing) into|tapestry|ever-evolving|game-chang\w+|paradigm-shifting)\b",
    r"\b(?i:multifaceted|intricate interplay|testament to|in the realm of|embark\w* on)\b",
    r"\b(?i:navigat(?:e|ing) the complexities|holistic (?:view|understanding|approach))\b",
    r"\b(?i:pave[sd]? the way for|a deeper understanding of|rich landscape)\b",
    r"综上所述，本(?:实验|报告|文)(?:充分|成功|圆满)",
    r"深入(?:探讨|剖析)了|具有(?:重要|深远)的(?:理论|现实|实际)?意义|圆满(?:完成|成功)",
    r"为[^，。]{1,20}(?:奠定|提供)了(?:坚实|有力)的?(?:基础|支撑|保障)",
)
