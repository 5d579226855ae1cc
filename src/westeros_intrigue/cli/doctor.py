"""`doctor`: what is installed, what lacks, and how fast this machine plays."""

from __future__ import annotations

import platform
import sys
import time

import westeros_intrigue
from westeros_intrigue.base.extras import EXTRAS, lacking
from westeros_intrigue.cli.arguments import Options, Parser, add_switch
from westeros_intrigue.cli.output import PROGRAM, Output
from westeros_intrigue.compiled import Policy, Simulation
from westeros_intrigue.matches.simulations import Batch, simulate
from westeros_intrigue.sessions import Folder
from westeros_intrigue.web.warming import warm_up

_ROUNDS = {"bulk": 200_000, "plain": 200}


def add_arguments(parser: Parser) -> None:
    add_switch(parser, "--quick", "neither compile anything nor measure the speed")


def run(options: Options, terminal: Output) -> int:
    """Print what is installed and what lacks, compile everything, measure the speed."""
    terminal.line(f"{PROGRAM} {westeros_intrigue.__version__}")
    terminal.line(f"Python {platform.python_version()} on {sys.platform}")
    terminal.line(f"games in {Folder.usual().path}")
    for extra, (use, _) in EXTRAS.items():
        missing = lacking(extra)
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
