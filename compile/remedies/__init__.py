"""Cures without a model: small functions from a diagnostic and the sources to a change.

Importing this package registers all of them: every module in it is loaded.
"""

import pkgutil
from importlib import import_module

for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    import_module(f"{__name__}.{_module}")
