"""Make positions of every game in every way, write each in every form, and read it back.

A value that is read back must be equal, must ask and allow the same, and must go on alike: the same
moves lead to the same events. A form that a position cannot have is refused with a documented
sentence of `REFUSALS`. The program prints the tables of docs/positions.md; `--page` writes them.

    python scripts/makers_and_forms.py --seeds 20
    python scripts/makers_and_forms.py --games btwixt --first 7 --seeds 1
    python scripts/makers_and_forms.py --seconds 600 --page

A case depends only on the seed, the game and the maker: so do its options, editions and boxes. The
program prints the command that repeats each failure. tests/test_makers_and_forms.py runs a few
seeds, and as a long proof some more.
"""

from __future__ import annotations

import argparse
import copy
import json
import pickle
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs

ROOT = Path(__file__).parents[1]
for folder in ("tests", "scripts", "examples", "examples/high-card"):
    sys.path.append(str(ROOT / folder))

import fuzz  # noqa: E402 - the folders must be on the path
from games.btwixt.any_boxes import random_box  # noqa: E402 - for the same reason
from games.monopoly.test_any_editions import any_edition  # noqa: E402 - for the same reason

from westeros_intrigue import InvalidValue, WesterosIntrigueError, WrongPhase  # noqa: E402
from westeros_intrigue.gamekit.documents import Documents  # noqa: E402
from westeros_intrigue.gamekit.game import (  # noqa: E402
    GAMES,
    AnyGame,
    HasLines,
    SuppliesChance,
    read_line,
    write_line,
)
from westeros_intrigue.games import btwixt, monopoly  # noqa: E402
from westeros_intrigue.games.btwixt.pieces.variants import VARIANTS  # noqa: E402

Chance = random.Random
FEW, MOST = 4, 60
"""The moves after which a made position goes on, and the most before it is made."""


class Differs(AssertionError):
    """A value that was read back differs from the one that was written."""


def require(condition: object, promise: str) -> None:
    """Raise Differs unless the promise is kept."""
    if not condition:
        raise Differs(promise)


@attrs.frozen
class Refusal:
    """Positions that a form refuses, and the sentence that says why."""

    kind: str
    """`state` or `view`."""
    makers: tuple[str, ...]
    forms: tuple[str, ...]
    sentence: str
    """A regular expression."""
    reason: str
    """The reason in the documentation."""
    games: tuple[str, ...] = ()
    """The keys of the games; empty for all."""


@attrs.frozen
class Table:
    """A table at which a position is made."""

    game: AnyGame
    files: Mapping[str, str]
    """The options that are files, which readers of texts also need."""
    start: Any
    """The state before the first move."""

    @property
    def documents(self) -> Documents:
        """The documents of the game."""
        return self.game.DOCUMENTS


# Games


@cache
def games() -> Mapping[str, AnyGame]:
    """Return the games: those of the library, an author's and a plug-in's."""
    from high_card import high_card  # noqa: PLC0415 - of the folder of the plug-in

    from nim import nim  # noqa: PLC0415 - of the examples

    return {**GAMES, nim.KEY: nim, high_card.KEY: high_card}


@cache
def house_rule_game() -> AnyGame:
    """Return the card game with a house rule by program."""
    import no_repeats  # noqa: PLC0415 - of the examples

    return no_repeats.game


def new_table(game: AnyGame, chance: Chance, *, has_options: bool = False) -> Table:
    """Return a new table, with its own edition or box in half of the games that have one."""
    for _ in range(20):
        players = chance.randint(game.MIN_PLAYERS, game.MAX_PLAYERS)
        files = own_files(game, chance) if chance.random() < 0.5 else {}
        options = fuzz.random_options(game, players, chance) if has_options else {}
        with suppress(WesterosIntrigueError):  # options that contradict each other
            seed = chance.randrange(10**6)
            return Table(game, files, game.new_game(players, {**options, **files}, seed=seed))
    return Table(game, {}, game.setup(game.MIN_PLAYERS, seed=chance.randrange(10**6)))


def own_files(game: AnyGame, chance: Chance) -> dict[str, str]:
    """Return the random edition or box of an owner."""
    if game.KEY == "monopoly":
        return {"edition": monopoly.write_edition(any_edition(chance))}
    if game.KEY == "btwixt":
        return {"box": random_box(chance.randrange(10**6)).to_json()}
    return {}


def play(game: AnyGame, state: Any, chance: Chance, moves: int) -> Iterator[Any]:
    """Yield a state and those that follow, until the game is over or waits for chance."""
    yield state
    for _ in range(moves):
        if state.is_over:
            return
        try:
            listed = game.distinct_moves(state)
            state = game.apply(state, chance.choice(listed)) if listed else game.proceed(state)
        except WrongPhase:  # chance must be supplied
            return
        yield state


def a_moment(table: Table, chance: Chance) -> Any:
    """Return a state of a random game at a table."""
    *_, state = play(table.game, table.start, chance, chance.randrange(MOST))
    return state


# Makers


def by_play(game: AnyGame, chance: Chance) -> tuple[Table, Any]:
    """Make a state by moves."""
    table = new_table(game, chance)
    return table, a_moment(table, chance)


def by_options(game: AnyGame, chance: Chance) -> tuple[Table, Any]:
    """Make a state by moves, at a table with options."""
    table = new_table(game, chance, has_options=True)
    return table, a_moment(table, chance)


def by_house_rule(game: AnyGame, chance: Chance) -> tuple[Table, Any] | None:
    """Make a state by moves, at a table with house rules, in a game that has them."""
    if game.KEY == "westeros-intrigue":
        ruled = house_rule_game()
        table = Table(ruled, {}, ruled.setup(chance.randint(2, 4), seed=chance.randrange(10**6)))
    elif game.KEY == "monopoly":
        rules = next(option for option in game.OPTIONS if option.name == "house_rules").choices
        chosen = tuple(rule for rule in rules if chance.random() < 0.5) or rules[:1]
        start = game.new_game(
            chance.randint(2, 6), {"house_rules": chosen}, seed=chance.randrange(99)
        )
        table = Table(game, {}, start)
    else:
        return None
    return table, a_moment(table, chance)


def by_line(game: AnyGame, chance: Chance) -> tuple[Table, Any] | None:
    """Make the state of a line."""
    if not isinstance(game, HasLines):
        return None
    table, line = a_line(game, chance)
    return table, read_line(game, line, table.files)


def a_line(game: AnyGame, chance: Chance) -> tuple[Table, str]:
    """Return a table, and the line of a state of it; many tables of the card game have none."""
    for _ in range(30):
        table, state = by_options(game, chance)
        with suppress(InvalidValue):
            return table, write_line(game, state)
    state = game.setup(game.MIN_PLAYERS, seed=chance.randrange(99))
    return Table(game, {}, state), write_line(game, state)


def by_record(game: AnyGame, chance: Chance) -> tuple[Table, Any]:
    """Make the state of a record."""
    table, state = by_options(game, chance)
    return table, game.Record.parse(str(game.Record.from_state(state)), table.files).state


def by_document(game: AnyGame, chance: Chance) -> tuple[Table, Any]:
    """Make the state of a document."""
    table, state = by_options(game, chance)
    documents = table.documents
    return table, documents.from_json(type(state), documents.to_json(state))


def by_determinize(game: AnyGame, chance: Chance) -> tuple[Table, Any]:
    """Make a state that agrees with a view."""
    table, state = by_options(game, chance)
    view = game.observe(state, chance.choice(viewers(game, state)))
    return table, game.determinize(view, chance)


def by_chance(game: AnyGame, chance: Chance) -> tuple[Table, Any] | None:
    """Make a state whose throws, cards or deals were supplied."""
    if game.KEY == "btwixt":
        players = chance.randint(3, 6)
        variant = chance.choice(VARIANTS)
        drawn = btwixt.draw_chance(players, chance, btwixt.SAMPLE_BOX, variant)
        table = Table(game, {}, btwixt.setup(players, chance=drawn, variant=variant))
        return table, a_moment(table, chance)
    if not isinstance(game, SuppliesChance):
        return None
    table, line = a_line(game, chance)
    if game.KEY == "monopoly":
        line = re.sub("; (deck|throws|seed) [^;]*", "", line)
    return table, game.supply_chance(read_line(game, line, table.files), chance.randrange(99))


MAKERS: Mapping[str, Callable[[AnyGame, Chance], tuple[Table, Any] | None]] = {
    "play": by_play,
    "options": by_options,
    "house rules": by_house_rule,
    "line": by_line,
    "record": by_record,
    "JSON": by_document,
    "`determinize`": by_determinize,
    "supplied chance": by_chance,
}
"""The ways to make a state; each returns None for a game that does not have it."""


# Forms


@attrs.frozen
class Made:
    """A position, and how it came about."""

    table: Table
    position: Any
    path: Sequence[Any]
    """The states from the made one on, of which the last has the position."""
    viewer: int | None = None
    is_view: bool = False

    @property
    def game(self) -> AnyGame:
        """The game, perhaps with a house rule."""
        return self.table.game


def viewers(game: AnyGame, state: Any) -> list[int | None]:
    """Return who may look at a state."""
    automated = game.automated_seats(state)
    return [None, *(seat for seat in range(state.players) if seat not in automated)]


def as_text(made: Made, _chance: Chance) -> Any:
    """Write the record as text."""
    record = made.game.Record.from_state(made.position, tags={"Event": "Winter"})
    read = made.game.Record.parse(str(record), made.table.files)
    require(read == record, "the text of a record leads to another record")
    return read.state


def as_record(made: Made, _chance: Chance) -> Any:
    """Write the record as JSON."""
    record, documents = made.game.Record.from_state(made.position), made.table.documents
    read = documents.from_json(type(record), documents.to_json(record))
    require(read == record, "the JSON of a record leads to another record")
    return read.state


def as_line(made: Made, chance: Chance) -> Any:
    """Write the position in one line."""
    line = write_line(made.game, made.position)
    read = read_line(made.game, line, made.table.files)
    require(write_line(made.game, read) == line, "the line that is read is written otherwise")
    require_alike(made, read, chance)
    return made.position  # a line has no past, so it leads to another value


def as_json(made: Made, _chance: Chance) -> Any:
    """Write the position as JSON."""
    documents = made.table.documents
    return documents.from_json(type(made.position), documents.to_json(made.position))


def as_pickle(made: Made, _chance: Chance) -> Any:
    """Pickle the position."""
    return pickle.loads(pickle.dumps(made.position))


def as_copy(made: Made, _chance: Chance) -> Any:
    """Copy the position."""
    require(copy.copy(made.position) == made.position, "a copy differs")
    return copy.deepcopy(made.position)


def as_events(made: Made, _chance: Chance) -> Any:
    """Replay the events since the position was made, a move at a time."""
    game, path = made.game, [made.path[0], *made.path]
    whole = [*game.events(path[0], path[-1])]
    steps = [event for pair in pairwise(path) for event in game.events(*pair)]
    require(steps == whole, "the events of the moves are not those of all moves at once")
    if made.is_view:
        seen = [game.observe(state, made.viewer) for state in path]
        events = [*game.events(seen[0], seen[-1])]
        told = [game.seen_by(event, made.viewer) for event in whole]
        sentences = [
            [game.sentence(event, made.viewer) for event in each] for each in (events, told)
        ]
        require(sentences[0] == sentences[1], "the events of views are not those that were seen")
        if hasattr(seen[0], "then"):  # a client follows the table by its events
            return reduce(lambda view, event: view.then(event), events, seen[0])
    return made.position


def as_snapshot(made: Made, _chance: Chance) -> Any:
    """Write the view without its events."""
    documents = made.table.documents
    snapshot = documents.snapshot(made.position)
    text = documents.to_json(made.position, history=False)
    require(text == documents.to_json(snapshot), "another snapshot is written")
    json.loads(text)
    if type(snapshot) not in documents.written and snapshot != made.position:
        require(documents.from_json(type(snapshot), text) == snapshot, "another snapshot is read")
    shown = getattr(snapshot, "view", snapshot)
    if isinstance(shown, type(made.position)):
        game = made.game
        pair = shown, made.position
        require([*game.legal_moves(shown)] == [*game.legal_moves(pair[1])], "it allows other moves")
        require(game.question(shown) == game.question(pair[1]), "it asks another question")
    return made.position


STATE_FORMS: Mapping[str, Callable[[Made, Chance], Any]] = {
    "text": as_text,
    "line": as_line,
    "record": as_record,
    "JSON": as_json,
    "pickle": as_pickle,
    "copy": as_copy,
    "events": as_events,
}
VIEW_FORMS: Mapping[str, Callable[[Made, Chance], Any]] = {
    "line": as_line,
    "JSON": as_json,
    "pickle": as_pickle,
    "copy": as_copy,
    "events": as_events,
    "snapshot": as_snapshot,
}


def require_alike(made: Made, read: Any, chance: Chance) -> None:
    """Check that a value that was read asks and allows the same, and goes on alike."""
    game, position = made.game, made.position
    require(type(read) is type(position), "its class is another")
    require([*game.legal_moves(read)] == [*game.legal_moves(position)], "it allows other moves")
    require([*game.deciders(read)] == [*game.deciders(position)], "others decide")
    require(game.question(read) == game.question(position), "it asks another question")
    require(read.phase is position.phase, "its phase is another")
    if made.is_view:
        world = game.determinize(read, chance)
        require(game.observe(world, made.viewer) == read, "no world can be drawn from it")
        return
    one, two = position, read
    for _ in range(FEW):
        moves = [*game.distinct_moves(one)] if not one.is_over else []
        if not moves:
            return
        move = chance.choice(moves)
        after = game.apply(one, move), game.apply(two, move)
        happened = [
            [game.sentence(event, None) for event in game.events(*pair)]
            for pair in zip((one, two), after, strict=True)
        ]
        require(happened[0] == happened[1], f"the move {move} leads to other events")
        one, two = after
        require([*game.legal_moves(one)] == [*game.legal_moves(two)], f"{move} allows other moves")


# Cells

DRAWN = ("`determinize`",)
REFUSALS: tuple[Refusal, ...] = (
    Refusal(
        "state",
        DRAWN,
        ("text", "record", "JSON"),
        "a state drawn from a view (has no record|does not contain the whole game|has no complete)",
        "not outside Monopoly: a state drawn from a view has no past",
        ("westeros-intrigue", "btwixt", "nim", "high-card"),
    ),
    Refusal(
        "view",
        DRAWN,
        ("JSON", "snapshot"),
        "a view of a state drawn from another view has no complete history",
        "not of other seats in the card game, after its first round, and in B'Twixt, after the "
        "leaders are chosen: they have seen what the state does not tell",
        ("westeros-intrigue", "btwixt"),
    ),
    Refusal(
        "state",
        ("line",),
        ("text", "record", "JSON"),
        "a draft in the middle of a pass",
        "not in B'Twixt while some have picked in a pass of a draft, and others have not",
        ("btwixt",),
    ),
    *(
        Refusal(
            kind,
            ("play", "options", "line", "record", "JSON", *DRAWN, "supplied chance"),
            ("line",),
            "a line cannot describe automated seats|a line describes a round that is dealt",
            "not in the card game between rounds, after the game, or with automated houses or a "
            "fixed first player",
            ("westeros-intrigue",),
        )
        for kind in ("state", "view")
    ),
    *(
        Refusal(
            kind,
            ("house rules",),
            ("line",),
            "has no line for a position",
            "not in the card game with a house rule by program",
            ("no-repeats",),
        )
        for kind in ("state", "view")
    ),
)


def refusal_of(made: Made, maker: str, form: str, error: Exception) -> Refusal | None:
    """Return the documented refusal that an error is; None if it is none."""
    kind = "view" if made.is_view else "state"
    for refusal in REFUSALS:
        if (
            kind == refusal.kind
            and maker in refusal.makers
            and form in refusal.forms
            and made.game.KEY in (refusal.games or (made.game.KEY,))
            and isinstance(error, InvalidValue)
            and re.search(refusal.sentence, str(error))
        ):
            return refusal
    return None


@attrs.define
class Results:
    """The number of times that each cell was equal or refused, and the failures."""

    counted: Counter[tuple[str, str, str, str]] = attrs.field(factory=Counter)
    """By kind of position, maker, form and result: `equal`, or the reason of a refusal."""
    failures: list[str] = attrs.field(factory=list)


def run(keys: Sequence[str], seeds: Sequence[int], seconds: float = float("inf")) -> Results:
    """Run seeds of games, until the time is over."""
    results, end = Results(), time.monotonic() + seconds
    for seed in seeds:
        for key in keys:
            for maker in MAKERS:
                if time.monotonic() > end:
                    return results
                run_maker(key, maker, seed, results)
    return results


def run_maker(key: str, maker: str, seed: int, results: Results) -> None:
    """Make a position, and try its forms and those of a few views."""
    chance, game = Chance(f"{seed} {key} {maker}"), games()[key]
    again = f"python scripts/makers_and_forms.py --games {key} --first {seed} --seeds 1"
    try:
        found = MAKERS[maker](game, chance)
    except Exception:  # noqa: BLE001 - whatever is not documented
        results.failures.append(f"{maker} of {key}: {traceback.format_exc()}\n{again}")
        return
    if found is None:
        return
    table, state = found
    path = [*play(table.game, state, chance, chance.randrange(FEW))]
    seats = chance.sample(viewers(table.game, path[-1]), 2)
    positions = [Made(table, path[-1], path)]
    positions += [
        Made(table, table.game.observe(path[-1], seat), path, seat, is_view=True) for seat in seats
    ]
    for made in positions:
        kind = "view" if made.is_view else "state"
        for form, convert in (VIEW_FORMS if made.is_view else STATE_FORMS).items():
            try:
                read = convert(made, chance)
                require(read == made.position, "it is not equal")
                require_alike(made, read, chance)
            except Exception as error:  # noqa: BLE001 - whatever is not documented
                refusal = refusal_of(made, maker, form, error)
                if refusal is None:
                    of = f"{kind} of {maker} as {form}, {key}, viewer {made.viewer}"
                    results.failures.append(f"{of}: {traceback.format_exc()}\n{again}")
                    continue
                results.counted[kind, maker, form, refusal.reason] += 1
            else:
                results.counted[kind, maker, form, "equal"] += 1


# Tables

PAGE = ROOT / "docs/positions.md"
_TABLES = re.compile(r"(?<=<!-- tables -->\n).*(?=<!-- end of tables -->)", re.DOTALL)


def refusals_of(kind: str, maker: str, form: str) -> list[str]:
    """Return the reasons of the refusals of a cell."""
    return [
        refusal.reason
        for refusal in REFUSALS
        if refusal.kind == kind and maker in refusal.makers and form in refusal.forms
    ]


def tables() -> str:
    """Return the tables of the page: a tick for each cell, with a letter where some are refused."""
    reasons = list(dict.fromkeys(refusal.reason for refusal in REFUSALS))
    letters = dict(zip(reasons, "abcdefghij", strict=False))
    written = []
    for kind, forms in (("state", STATE_FORMS), ("view", VIEW_FORMS)):
        written += [f"| {kind} made by | {' | '.join(forms)} |", f"|---{'|---' * len(forms)}|"]
        for maker in MAKERS:
            cells = [
                " ".join(["✓", *(letters[each] for each in refusals_of(kind, maker, form))])
                for form in forms
            ]
            written.append(f"| {maker} | {' | '.join(cells)} |")
        written.append("")
    written += [f"- {letter}: {reason}." for reason, letter in letters.items()]
    return "\n".join(written)


def missing(results: Results) -> list[str]:
    """Return the cells of the tables that no equal case has reached, and the unseen refusals."""
    cells = [
        (kind, maker, form)
        for kind, forms in (("state", STATE_FORMS), ("view", VIEW_FORMS))
        for maker in MAKERS
        for form in forms
    ]
    unequal = [" | ".join(cell) for cell in cells if (*cell, "equal") not in results.counted]
    seen = {(kind, reason) for kind, _, _, reason in results.counted}
    return unequal + [
        f"{refusal.kind} | {refusal.reason}"
        for refusal in REFUSALS
        if (refusal.kind, refusal.reason) not in seen
    ]


def main() -> int:
    """Run what the command line says; return 1 after a failure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", nargs="+", default=[*games()], choices=[*games()])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--page", action="store_true", help="write the tables to the page")
    given = parser.parse_args()
    results = run(given.games, range(given.first, given.first + given.seeds), given.seconds)
    for cell, count in sorted(results.counted.items()):
        print(*cell, count, sep=" | ")
    print(f"\n{tables()}\n")
    is_whole = given.games == [*games()] and results.counted
    for cell in missing(results) if is_whole else ():
        print(f"no case of: {cell}")
    for failure in results.failures:
        print(f"\n{failure}")
    print(f"{results.counted.total()} cases, {len(results.failures)} failures")
    if given.page:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_TABLES.sub(lambda _: f"\n{tables()}\n\n", page), encoding="utf-8")
    return bool(results.failures)


if __name__ == "__main__":
    sys.exit(main())
