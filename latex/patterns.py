"""`re` where its possessive groups are right, else `regex`, which writes patterns the same way.

CPython before 3.11.5, which Debian 12 has, matches too much where the inside of a possessive group
has to go back: `(?:ab?c)++` takes all of `aca` (gh-106052). Whoever writes such a group takes `re`
from here.
"""

import re as standard
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
elif standard.fullmatch(r"(?:ab?c)++a", "aca"):
    re = standard
else:
    import regex as re

__all__ = ["re"]
