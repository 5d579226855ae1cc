"""The entry point that Hypothesis calls while it is imported, in every project.

It stands beside the package, since importing a module of the package would import the rules.
"""

import sys


def register() -> None:
    """Register the strategies of the library's types if the library is imported.

    If it is imported later, its `__init__` does so.
    """
    if hasattr(sys.modules.get("westeros_intrigue"), "write_records"):
        from westeros_intrigue.testing import hypothesis_hook  # noqa: PLC0415 - see the top

        hypothesis_hook.register()
