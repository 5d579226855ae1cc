"""The frameworks of the environments: imported by nobody else, and named where they are missing."""

from __future__ import annotations

import importlib
import subprocess
import sys
import textwrap

import pytest

from westeros_intrigue import MissingExtra

FRAMEWORKS = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}
"""Each extra, and what it brings."""


def test_the_library_the_actions_and_the_tensors_import_no_framework() -> None:
    program = """
        import sys, westeros_intrigue
        from westeros_intrigue import *
        from westeros_intrigue.environments import actions, tensors
        actions.legal_mask(setup(2)), tensors.encode(observe(setup(2), 0))
        assert not {"numpy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel"} & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True)


@pytest.mark.parametrize(("extra", "framework"), FRAMEWORKS.items())
def test_a_missing_framework_names_the_extra(
    extra: str, framework: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"westeros_intrigue.environments.{extra}"
    for module in [known for known in sys.modules if known.startswith(name)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, framework, None)
    with pytest.raises(MissingExtra, match=rf"needs {framework}: .*westeros-intrigue\[{extra}\]"):
        importlib.import_module(name)
