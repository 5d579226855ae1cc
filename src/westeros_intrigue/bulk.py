"""The former name of `westeros_intrigue.compiled`, which goes on working."""

from westeros_intrigue.compiled import *  # noqa: F403 - the same names
from westeros_intrigue.compiled import __all__  # noqa: F401 - so that a star takes them
