"""`doctor`: what is installed, what lacks, and how fast this machine plays."""

from __future__ import annotations

import platform
import sys
import time
from importlib.util import find_spec

import westeros_intrigue
from westeros_intrigue.cli.arguments import Options, Parser
from westeros_intrigue.cli.output import PROGRAM, Output
from westeros_intrigue.compiled import Policy, Simulation
from westeros_intrigue.matches.simulations import Batch, simulate
from westeros_intrigue.sessions import Folder
from westeros_intrigue.web.warming import warm_up

EXTRAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "cli": ("play in the terminal", ("prompt_toolkit", "rich", "shtab")),
    "fast": ("simulate and search with compiled rules", ("numba", "numpy")),
    "match": ("play matches", ("choix", "scipy")),
    "cluster": ("play matches on many machines", ("choix", "distributed", "scipy")),
    "pictures": ("draw PNG and PDF", ("cairosvg",)),
    "gymnasium": ("train players", ("gymnasium", "numpy")),
    "pettingzoo": ("train several players", ("gymnasium", "numpy", "pettingzoo")),
    "openspiel": ("use the algorithms of OpenSpiel", ("numpy", "pyspiel")),
    "hypothesis": ("test programs that use this one", ("hypothesis",)),
}
"""For each extra its use, and the modules that it brings."""
_ROUNDS = {"bulk": 200_000, "plain": 200}


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    told = "neither compile anything nor measure the speed"
    parser.add_argument("--quick", action="store_true", help=told)


def run(options: Options, terminal: Output) -> int:
    """Print what is installed and what lacks, compile everything, measure the speed."""
    terminal.line(f"{PROGRAM} {westeros_intrigue.__version__}")
    terminal.line(f"Python {platform.python_version()} on {sys.platform}")
    terminal.line(f"games in {Folder.usual().path}")
    for extra, (use, modules) in EXTRAS.items():
        missing = [name for name in modules if find_spec(name) is None]
        lacks = f"lacks {', '.join(missing)}" if missing else "installed"
        terminal.line(f"  {extra:12}{use}: {lacks}")
        if missing:
            terminal.line(f'{"":14}pip install "{PROGRAM}[{extra}]"')
    if options.quick:
        return 0
    begun = time.perf_counter()
    warm_up()
    terms = Simulation(4, Policy.RANDOM, seed=1)
    first = Batch("round", 1, terms)
    engine = first.engine
    simulate(first, engine=engine)
    ready = time.perf_counter()
    simulate(Batch("round", _ROUNDS[engine], terms), engine=engine)
    speed = _ROUNDS[engine] / (time.perf_counter() - ready)
    rules = "compiled" if engine == "bulk" else "plain"
    told = f"{ready - begun:.1f} s to begin, then {speed:,.0f} rounds of four players a second"
    terminal.line(f"{rules} rules: {told}")
    return 0
