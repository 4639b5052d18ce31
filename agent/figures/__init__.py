"""Figures are declared, then drawn by our own code.

matplotlib decides where its cache lies at the moment it is first imported, so the place is named
here, before any module of this package can import it: a home that cannot be written to, or a
user's own `matplotlibrc`, must not change what is drawn.
"""

import os

from platformdirs import user_cache_path

os.environ.setdefault("MPLCONFIGDIR", str(user_cache_path("reflectex") / "matplotlib"))
