"""Moments of the tables on the page: a game of six at each question, with the largest numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import attrs

from westeros_intrigue import apply, greedy_player, observe, play_game, score_round, setup
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.games.monopoly.telling.screen_facts import table_facts

TABLES = ("westeros-intrigue", "btwixt", "monopoly", "usual")
"""The keys of the games with a table of their own, and the table of all others."""
PLAYERS = 6
"""The players of every game: the most, so that each has the least room."""
RICH, USUAL = 1995, 30
"""The coins of each player of Monopoly at the beginning."""
FULL_COURT = 20
"""The cards of a court that leaves little room."""
THROWS = 500
"""The decisions of a game of Monopoly until it is given up."""


@attrs.frozen
class Moment:
    """A moment of a table."""

    table: str
    """The key of the game, or `usual` for Monopoly on the table that any game has."""
    name: str
    """What is asked, such as `turn`; `over` for the end of the game."""
    record: Any
    """The game until then, without names."""
    press: tuple[str, ...] = ()
    """What is pressed then: the first element that is visible, by each selector."""

    @property
    def game(self) -> str:
        return "monopoly" if self.table == "usual" else self.table

    def record_with(self, names: tuple[str, ...]) -> str:
        """Return the record of a person and computer players with these names."""
        tags = {f"Player-{seat}": name for seat, name in enumerate(names)}
        bot = "greedy" if self.game == "westeros-intrigue" else "simple"
        tags |= {f"Seat-{seat}": bot if seat else "person" for seat in range(PLAYERS)}
        return str(GAMES[self.game].Record.from_state(self.record, tags=tags))


CHOSEN = {
    "westeros-intrigue turn": ("#hand button:not(.card--nowhere)",),
    "btwixt turn": (".bt-hand button:not([aria-disabled])",),
    "btwixt draft": (".bt-pack button",),
    "monopoly turn": (".m-menu summary",),
    "monopoly debt": (".m-menu summary",),
}
"""What is pressed at a moment, which then is another one: a card is chosen, a menu is open."""


MOST_TELLING = {
    "westeros-intrigue turn",
    "btwixt turn, chosen",
    "btwixt place-ally",
    "monopoly turn",
    "monopoly bid",
    "usual turn",
}
"""The moments that show most of each table."""


def all_moments() -> Iterator[Moment]:
    """Yield each moment of each table, in turn."""
    yield from _moments("westeros-intrigue", court_states())
    yield from _moments("btwixt", {**btwixt_states(), "over": final("btwixt")})
    states = monopoly_states()
    yield from _moments("monopoly", {**states, "over": final("monopoly")})
    yield from _moments("usual", states)


def some_moments() -> Iterator[Moment]:
    """Yield the moments that show most of each table."""
    return (each for each in all_moments() if f"{each.table} {each.name}" in MOST_TELLING)


def _moments(table: str, states: Mapping[str, Any]) -> Iterator[Moment]:
    for name, state in sorted(states.items()):
        yield Moment(table, name, state)
        if press := CHOSEN.get(f"{table} {name}"):
            yield Moment(table, f"{name}, chosen", state, press)


def court_states() -> dict[str, Any]:
    """Return states of the card game: in the middle of the last round, and at the end."""
    found: dict[str, Any] = {}
    state, rng = setup(PLAYERS, seed=9), random.Random(1)
    while not state.is_over:
        if state.active_player is None:
            state = score_round(state)
            continue
        if state.active_player == 0 and len(state.court) > FULL_COURT:
            found["turn"] = state  # the last one, with points of many rounds
        state = apply(state, greedy_player(observe(state, state.active_player), rng))
    return {**found, "over": state}


def final(key: str) -> Any:
    """Return the end of a game of random players."""
    game = GAMES[key]
    return play_game([game.PLAYERS.parse("random")] * PLAYERS, game=game, seed=2)


def btwixt_states() -> dict[str, btwixt.GameState]:
    """Return a state for each kind of question to seat 0: one with many allies beside it.

    Random games and drafts ask what the games of simple players do not.
    """
    simple, anything = map(btwixt.PLAYERS.parse, ("simple", "random"))
    found: dict[str, btwixt.GameState] = {}
    for seed in range(1, 60):
        _note_fullest(found, btwixt.setup(PLAYERS, seed=seed), simple, seed)
    for seed in count():
        if len(found) == len(btwixt.DecisionKind):
            break
        variant = btwixt.DRAFT if seed % 2 else btwixt.STANDARD
        more: dict[str, btwixt.GameState] = {}
        _note_fullest(more, btwixt.setup(PLAYERS, seed=seed, variant=variant), anything, seed)
        found = more | found
    return found


def _note_fullest(
    found: dict[str, btwixt.GameState], state: btwixt.GameState, player: btwixt.Player, seed: int
) -> None:
    """Play a game, and note its questions to seat 0 that come with more allies than those noted."""
    rng = random.Random(seed)
    while not state.is_over:
        asking = state.table.asking
        if state.active_player == 0 and asking is not None:
            kind = asking.KIND.value
            if kind not in found or _fullness(state) > _fullness(found[kind]):
                found[kind] = state
        assert state.active_player is not None
        state = btwixt.apply(state, player(btwixt.observe(state, state.active_player), rng))


def _fullness(state: btwixt.GameState) -> tuple[int, int, int]:
    """Return how many allies, and then cards and answers, stand beside seat 0."""
    beside = [len(state.table.councils[at].allies) for at in (0, PLAYERS - 1)]
    answers = len(list(btwixt.legal_moves(btwixt.observe(state, 0))))
    return min(beside), sum(beside), answers


def monopoly_states() -> dict[str, monopoly.GameState]:
    """Return a state for each question to seat 0, with as many coins as it allows."""
    found: dict[str, monopoly.GameState] = {}
    for cash, seeds in ((RICH, range(4)), (USUAL, range(12))):
        asked: dict[str, monopoly.GameState] = {}
        for seed in seeds:
            asked |= dict(_decisions(cash, seed))
        found = asked | found
    return found


def _decisions(cash: int, seed: int) -> Iterator[tuple[str, monopoly.GameState]]:
    """Yield what seat 0 is asked in a game of random and simple players, with the reason."""
    rng = random.Random(seed)
    simple = monopoly.PLAYERS.parse("simple")
    deal = monopoly.draw_deal(monopoly.SAMPLE, rng)
    state = monopoly.arrange(monopoly.SAMPLE, cash=(cash,) * PLAYERS, deal=deal)
    for _ in range(THROWS):
        state = monopoly.proceed(state)
        if state.is_over:
            return
        view = monopoly.observe(state, state.active_player)
        if state.active_player == 0:
            facts = table_facts(view)
            if facts and facts.question:
                yield facts.question.reason.value, state
            state = monopoly.apply(state, rng.choice(monopoly.legal_moves(view)))
        else:
            state = monopoly.apply(state, simple(view, rng))
