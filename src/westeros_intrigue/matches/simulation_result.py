"""The result of a simulation: the means of each seat, as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import attrs

from westeros_intrigue.base.options import options_data
from westeros_intrigue.base.tables import text_table
from westeros_intrigue.base.values import Value, counted
from westeros_intrigue.compiled import CountedRounds, Mean
from westeros_intrigue.matches.named_games import NamedGames
from westeros_intrigue.matches.simulations import Batch, Counted

_SHARES = frozenset({"wins", "last_card"})
_ENGINES = {"bulk": "in bulk (westeros_intrigue.compiled)", "plain": "by the plain rules"}


@attrs.frozen
class SimulationResult(Value):
    """The counts of a simulation, with what was simulated.

    >>> from westeros_intrigue.compiled import Simulation
    >>> from westeros_intrigue.matches.simulations import simulate
    >>> batch = Batch("round", 40, Simulation(2, "greedy", seed=1))
    >>> result = SimulationResult(batch, "plain", simulate(batch, engine="plain"))
    >>> print(result.to_table())
    40 rounds of 2 players, seed 1, played by the plain rules.
    Means with their standard errors.
    <BLANKLINE>
    seat  policy         points     last card
    0     greedy  1.975 ± 0.116  30.0 % ± 7.3
    1     greedy  2.075 ± 0.173  70.0 % ± 7.3
    <BLANKLINE>
    Cards in the court at the end: 23.950 ± 0.256
    """

    batch: Batch
    engine: str
    """The engine that played: `bulk` or `plain`."""
    counts: Counted

    def to_data(self) -> dict[str, Any]:
        """Return the terms, and for each seat its means with their standard errors."""
        terms = self.batch.terms
        houses: Sequence[object] = ()
        if isinstance(terms, NamedGames):
            policies, automated = [*terms.policies], terms.automated
            table: dict[str, Any] = {"game": terms.game, "options": options_data(terms.options)}
        else:
            policies = [policy.value for policy in terms.policies]
            houses, automated = terms.variant.houses, terms.variant.automated
            table = {
                "first_player": terms.first_player,
                "rotate": terms.rotate,
                "options": list(terms.variant.options),
            }
        seats = [
            {
                "seat": seat,
                "policy": "automated" if seat in automated else policy,
                "house": str(houses[seat]) if houses else None,
                **{name: _rounded(mean) for name, mean in self.counts.means(seat).items()},
            }
            for seat, policy in enumerate(policies)
        ]
        court = {}
        if isinstance(self.counts, CountedRounds):
            court = {"court": _rounded(self.counts.court_size.mean)}
        return {
            f"{self.batch.thing}s": len(self.counts),
            "engine": self.engine,
            "players": len(seats),
            "seed": terms.seed,
            **table,
            "seats": seats,
            **court,
        }

    def to_json(self) -> str:
        """Return the data as JSON."""
        return json.dumps(self.to_data(), indent=2)

    def to_table(self) -> str:
        """Return a line for each seat, below a heading."""
        data = self.to_data()
        names = [*data["seats"][0]][3:]
        rows = [
            [
                f"{seat['seat']} {seat['house'] or ''}".rstrip(),
                seat["policy"],
                *(_text(seat[name], is_share=name in _SHARES) for name in names),
            ]
            for seat in data["seats"]
        ]
        what = counted(len(self.counts), self.batch.thing)
        lines = [
            f"{what} of {len(rows)} players, seed {data['seed']}, played {_ENGINES[self.engine]}.",
            "Means with their standard errors.",
            "",
            *text_table(["seat", "policy", *(name.replace("_", " ") for name in names)], rows),
        ]
        if court := data.get("court"):
            lines += ["", f"Cards in the court at the end: {_text(court)}"]
        return "\n".join(lines)


def _rounded(mean: Mean) -> dict[str, float]:
    return {"mean": round(mean.value, 6), "error": round(mean.error, 6)}


def _text(found: dict[str, float], *, is_share: bool = False) -> str:
    if is_share:
        return f"{100 * found['mean']:.1f} % ± {100 * found['error']:.1f}"
    return f"{found['mean']:.3f} ± {found['error']:.3f}"
