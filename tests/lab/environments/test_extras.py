"""The environments' frameworks: only imported there, and named if missing."""

from __future__ import annotations

import importlib
import sys

import pytest

from westeros_intrigue import MissingExtra

FRAMEWORKS = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}
"""Each extra, and what it brings."""


@pytest.mark.parametrize(("extra", "framework"), FRAMEWORKS.items())
def test_a_missing_framework_names_the_extra(
    extra: str, framework: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"westeros_intrigue.lab.environments.{extra}"
    for module in [known for known in sys.modules if known.startswith(name)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, framework, None)
    with pytest.raises(MissingExtra, match=rf"needs {framework}: .*westeros-intrigue\[{extra}\]"):
        importlib.import_module(name)
