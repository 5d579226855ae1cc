"""The hook of PyInstaller, found by the entry point of this folder."""


def hook_dirs() -> list[str]:
    """Return the folders with hooks."""
    return [*__path__]
