"""The marker of the tests of this game that take minutes."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Let `long` be a marker wherever these tests are run from."""
    config.addinivalue_line("markers", "long: a proof that takes minutes")
