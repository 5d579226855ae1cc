"""The steps of `.ci/run` as sessions of nox: `nox --list`, `nox -s lint types`.

Each makes its own environments, in a copy of the checkout, so nox makes none.
"""

import subprocess
from pathlib import Path

import nox

ROOT = Path(__file__).parent
RUN = str(ROOT / ".ci/run")
STEPS = subprocess.run([RUN, "--list"], check=True, capture_output=True, text=True).stdout.split()  # noqa: S603 - our own

nox.options.sessions = ["lint", "types", "layers"]


def _add(step: str) -> None:
    @nox.session(name=step, venv_backend="none")
    def run(session: nox.Session) -> None:
        session.run(RUN, step, external=True)

    run.__doc__ = f"Run the step {step} of .ci/run."


for _step in STEPS:
    _add(_step)
