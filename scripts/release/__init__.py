"""Prepare a release, and rehearse all of it on one machine.

    python scripts/release prepare 1.0.0           set the version and the date
    python scripts/release notes                   print the section of the changelog
    python scripts/release rehearse                do every step that needs no account
    python scripts/release rehearse --work FOLDER --begin-at upload

The rehearsal publishes this commit from a throw-away clone to an index of its own, installs it from
there, and takes it back. It runs the lines of the workflows `publish` and `site` themselves. The
log, `build/release/log.txt`, has a line for each step: its result, or, after "not here:", what
another machine or an account is needed for. A step that fails ends the rehearsal with its name.

`engine` runs steps, `workflows` reads the lines of workflows, `version` has `prepare` and `notes`,
and `index` is the index. The steps are in `making`, from the clone to the distributions, in
`using`, from the upload to what a person does with the package, and in `ending`, the site and the
way back. It needs

    python -m pip install --group release
"""

from release.engine import Failed, NotHere, Rehearsal, Step, rehearse
from release.index import LocalIndex
from release.program import STEPS, main

__all__ = [
    "STEPS",
    "Failed",
    "LocalIndex",
    "NotHere",
    "Rehearsal",
    "Step",
    "main",
    "rehearse",
]
