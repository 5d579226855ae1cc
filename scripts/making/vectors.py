"""Write the test vectors: the rules as JSON Lines, for ports to any language to check.

Run it after a change of the rules: python scripts/make.py vectors. The same library writes the same
bytes everywhere, and a test compares the files with the library. docs/vectors.md explains them.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any, TypeVar

import attrs

import westeros_intrigue
from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Court,
    Deal,
    GameState,
    House,
    IllegalMove,
    InvalidCourt,
    IronThroneCard,
    Move,
    NotationError,
    Phase,
    RoundDeal,
    Slot,
    Variant,
    View,
    apply,
    distinct_moves,
    explain,
    final_winner,
    is_eliminated,
    legal_moves,
    observe,
    parse_card,
    parse_hand,
    parse_move,
    parse_slot,
    score_round,
    setup,
)
from westeros_intrigue.documents import Data, from_json_lines, to_data, to_json_lines
from westeros_intrigue.lab.environments import actions
from westeros_intrigue.rules import deal_from_deck, draw_deal, rank
from westeros_intrigue.rules.dealing import round_faults
from westeros_intrigue.rules.log import moves_of
from westeros_intrigue.rules.variants import OPTIONS

FOLDER = Path(__file__).parents[2] / "vectors"
VERSION = 1
S, L, B, T = House.STARK, House.LANNISTER, House.BARATHEON, House.TARGARYEN
Line = dict[str, Data]
Thing = TypeVar("Thing")
_ALL_OPTIONS = dict.fromkeys(OPTIONS, True)


@attrs.frozen
class Table:
    """A game to take vectors from."""

    name: str
    players: int
    variant: Variant
    first_player: int = 0


TABLES = (
    *(Table(f"standard-{players}", players, STANDARD, players - 1) for players in range(2, 7)),
    *(
        Table(
            f"options-{players}",
            players,
            STANDARD.with_options(**_ALL_OPTIONS).with_seats(houses=(S, L, B, T, S, B)[:players]),
        )
        for players in range(2, 7)
    ),
    Table("solo", 4, SOLO_SCHEMING),
    Table("solo-options", 4, SOLO_SCHEMING.with_options(**_ALL_OPTIONS)),
    Table("automated-2", 2, STANDARD.with_seats(houses=(B, S), automated=(1,)), 1),
    Table("automated-5", 5, STANDARD.with_seats(houses=(S, T, L, S, B), automated=(1, 3))),
    Table("all-automated-3", 3, STANDARD.with_seats(houses=(T, L, T), automated=(0, 1, 2)), 2),
)


_OF_A_VIEW = (
    "round_number active_player hand hand_sizes missing_houses known_stacks last_placer "
    "penalty_points score_pile score_pile_sizes revealed_score_piles"
)
_OF_A_RESULT = "eliminations last_placer throne_card cards_left kept adjustments penalty_points"
_AROUND = ("", "", "", " ", "\t ", "\n")
_CARD_PARTS = (
    ("S", "l", "B", "t", "Stark", "LANNISTER", "baratheon", "targaryen"),
    ("", "", "", " ", "\t"),
    ("1", "4", "9", "9", "0", "12"),
)
_SLOT_PARTS = (
    ("a", "b", "H", "Z"),
    ("", "", "-", "+", "\u2212"),
    ("0", "2", "7", "007", "12", f"1{'0' * 100}", f"1{'0' * 99}1"),
)
_CARDS = (("S4", "l 1"), ("T9", "t9", "S4"), ("Stark 5", "b2"))
_BETWEEN = (" ", ",", ", ", "", "\n", " , ")
_NOTATION: dict[str, tuple[tuple[tuple[str, ...], ...], Callable[[str], Any]]] = {
    "card": ((_AROUND, *_CARD_PARTS, _AROUND), parse_card),
    "slot": ((_AROUND, *_SLOT_PARTS, _AROUND), parse_slot),
    "move": (
        (_AROUND, *_CARD_PARTS, ("@", " @ ", " to ", " at ", "\tin ", " "), *_SLOT_PARTS, _AROUND),
        parse_move,
    ),
    "hand": (
        (_AROUND, _CARDS[0], _BETWEEN, _CARDS[1], _BETWEEN, _CARDS[2], _AROUND),
        parse_hand,
    ),
}
"""For each kind of notation, the parts that texts are made of, and the parser."""


def make() -> dict[str, str]:
    """Return the text of every file, by name."""
    makers: dict[str, Callable[[], Iterator[Line]]] = {
        "actions": numbered_actions,
        "courts": courts,
        "deals": deals,
        "deals-possible": possible_deals,
        "events": folded_events,
        "games": games,
        "legal-moves": listed_moves,
        "notation": notation,
        "placements": placements,
        "rankings": rankings,
        "refusals": refusals,
        "rounds": rounds,
        "tables": tables,
        "views": views,
    }
    lines = {f"{name}.jsonl": list(make_lines()) for name, make_lines in makers.items()}
    texts = {name: "".join(_dumped(line) + "\n" for line in of) for name, of in lines.items()}
    manifest = {"version": VERSION, "lines": {name: len(of) for name, of in lines.items()}}
    return {**texts, "manifest.json": json.dumps(manifest, indent=2) + "\n"}


def position_data(state: GameState) -> Line:
    """Return the facts that the rules of a round use, and that a placement changes."""
    return {
        "players": state.players,
        "width_limit": state.court.width_limit,
        **_members(state.variant, "houses automated"),
        "active_player": state.active_player,
        "placement_count": len(state.placements),
        **_members(state, "last_placer eliminations court hands known_counts"),
    }


def placements() -> Iterator[Line]:
    """A position, a legal move, and the position that it leads to."""
    for table in TABLES:
        for before, move, after in _first_of_kinds(_plies(table, 4), lambda ply: _kind(*ply)):
            yield {**_at(table, before), "move": str(move), "next": position_data(after)}


def listed_moves() -> Iterator[Line]:
    """A position, and every legal move in order."""
    for table in TABLES:
        for state in _first_of_kinds(
            _positions(table, 4),
            lambda state: (state.phase, len(distinct_moves(state)), len(state.court) // 6),
        ):
            yield {**_at(table, state), "legal_moves": _data(legal_moves(state))}


def numbered_actions() -> Iterator[Line]:
    """A position, the slot of each place, and the numbers of the legal moves in both codes."""
    for table in TABLES[::3]:
        for state in _first_of_kinds(
            _positions(table, 2),
            lambda state: (
                min((slot.column for slot in state.court), default=None),
                len(distinct_moves(state)) // 4,
            ),
        ):
            moves = distinct_moves(state)
            places = [actions.place_of(state, place)[1] for place in range(actions.PLACES)]
            yield {
                **_at(table, state),
                "places": _data(places),
                "moves": _data(moves),
                "absolute_actions": [actions.absolute_action(move) for move in moves],
                "actions": list(actions.legal_actions(state)),
            }


def refusals() -> Iterator[Line]:
    """A position, a move that it refuses, and every violation."""
    for table in TABLES:
        seen: Counter[tuple[object, ...]] = Counter()
        chance = _chance(table.players)
        for state in _positions(table, 3):
            slots = _tried_slots(state.court)
            for _ in range(40):
                move = Move(_chosen(DECK, chance), _chosen(slots, chance))
                player = _chosen((None, None, None, *range(state.players)), chance)
                violations = explain(state, move, player=player)
                kind = tuple((one.code, one.rule, len(one.slots)) for one in violations)
                seen[kind] += 1
                if violations and seen[kind] <= 2:
                    yield {
                        **_at(table, state),
                        "move": str(move),
                        "player": player,
                        "violations": _data(violations),
                    }


def courts() -> Iterator[Line]:
    """A court and a card for it, and impossible courts."""
    yield {"cards": {"a0": "S1", "a1": "S1"}, "width_limit": 8, "possible": False}
    chance = _chance(1)
    seen: Counter[tuple[object, ...]] = Counter()
    for table in TABLES[:5]:
        for state in islice(_positions(table, 1), 5, 30, 6):
            # As wide as it may be, and then a card too wide: nothing else tells them apart.
            width = sum(slot.row == 0 for slot in state.court)
            for width_limit in range(max(1, width - 1), width + 1):
                is_possible = width_limit == width
                cards = _data(state.court)
                yield {"cards": cards, "width_limit": width_limit, "possible": is_possible}
        for state in _positions(table, 3):
            court = state.court
            arrangement: Line = {"cards": _data(court), "width_limit": court.width_limit}
            slots = _tried_slots(court)
            for _ in range(30):
                card, slot = _chosen(DECK, chance), _chosen(slots, chance)
                kind, line = _placed(court, card, slot)
                seen[kind] += 1
                if seen[kind] <= 4:
                    yield {**arrangement, "card": str(card), "slot": str(slot), **line}
            kind, line = _arranged(court, chance)
            seen[kind] += 1
            if seen[kind] <= 6:
                yield line


def notation() -> Iterator[Line]:
    """User input, with the value that is read; nothing for malformed input."""
    chance = _chance(0)
    for reads, (parts, read) in _NOTATION.items():
        for number in range(150):
            text = "".join(_chosen(options, chance) for options in parts)
            if number % 3 == 0:
                # One character is lost, doubled or another one.
                at = int(chance.random() * len(text))
                slip = _chosen(("", text[at] * 2, *" ,@-+09x\n"), chance)
                text = text[:at] + slip + text[at + 1 :]
            try:
                value = read(text)
            except NotationError:
                told: Data = None
            else:
                told = _data(value)
            yield {"reads": reads, "text": text, "value": told}


def deals() -> Iterator[Line]:
    """A shuffled deck, and the cards that it deals."""
    for players, anyone_can_die in product(range(2, 7), (False, True)):
        variant = STANDARD.with_options(anyone_can_die=anyone_can_die)
        chance = _chance(players)
        for round_number in range(1, players + 1):
            deck = _shuffled(DECK, chance)[: variant.cards_in_game(round_number)]
            deal = deal_from_deck(deck, players, variant, round_number=round_number)
            yield {
                "players": players,
                "anyone_can_die": anyone_can_die,
                "round_number": round_number,
                "deck": _data(deck),
                **_members(deal, "hands starters unused"),
            }


def possible_deals() -> Iterator[Line]:
    """The cards dealt in a round, and whether that is possible."""
    for players, anyone_can_die in product(range(2, 7), (False, True)):
        variant = STANDARD.with_options(anyone_can_die=anyone_can_die)
        rounds = draw_deal(players, _chance(players), variant).rounds
        for number, deal in enumerate(rounds, start=1):
            before = rounds[number - 2].dealt if number > 1 else None
            for possible_or_not in _dealt_otherwise(deal, _chance(number)):
                faults = [*round_faults(possible_or_not, before, players, variant, number)]
                yield {
                    "players": players,
                    "anyone_can_die": anyone_can_die,
                    "round_number": number,
                    "dealt_before": _data(before or ()),
                    **_members(possible_or_not, "hands starters"),
                    "possible": not faults,
                }


def _dealt_otherwise(deal: RoundDeal, chance: random.Random) -> Iterator[RoundDeal]:
    """Yield a deal, and others that differ in one respect."""
    yield deal
    first, *others = deal.hands
    strange = [card for card in (*deal.unused, *deal.dealt) if card not in first]
    yield RoundDeal((first[1:], *others), deal.starters)
    yield RoundDeal(others, deal.starters)
    yield RoundDeal((*deal.hands, first), deal.starters)
    yield RoundDeal((first, *others), (*deal.starters, _chosen(strange, chance)))
    yield RoundDeal(((strange[0], *first[1:]), *others), deal.starters)
    yield RoundDeal(((_chosen(others[0], chance), *first[1:]), *others), deal.starters)
    if deal.starters:
        yield RoundDeal(deal.hands, deal.starters[1:])


def tables() -> Iterator[Line]:
    """The number of rounds, the maximum width of the court, and the start of each round."""
    for players, anyone_can_die, count in product(range(2, 7), (False, True), (None, 1, 5)):
        variant = STANDARD.with_options(anyone_can_die=anyone_can_die)
        if count is not None:
            variant = variant.with_rounds(count)
        first_player = players - 1
        yield {
            "players": players,
            "rounds": count,
            "anyone_can_die": anyone_can_die,
            "first_player": first_player,
            "round_count": variant.rounds_for(players),
            "width_limit": variant.width_limit(players),
            "each_round": [
                {
                    "starting_player": (first_player + number - 1) % players,
                    "hand_size": variant.hand_size(players, number),
                    "starter_count": variant.starter_count(players, number),
                    "is_last": number == variant.rounds_for(players),
                }
                for number in range(1, variant.rounds_for(players) + 1)
            ],
        }


def views() -> Iterator[Line]:
    """A game up to some moment, and the view of a player or a spectator."""
    for table in TABLES:
        for state, view in _first_of_kinds(_views(table), lambda pair: _kind_of_view(pair[1])):
            yield {
                "table": table.name,
                **_game_data(state),
                "scored_rounds": len(state.results),
                "player": view.player,
                "view": _members(view, _OF_A_VIEW),
            }


def _views(table: Table) -> Iterator[tuple[GameState, View]]:
    people = _people(table)
    for state in _positions(table, 2):
        turn = len(state.placements) + state.round_number
        for player in (*(people[turn % len(people) :][:1] if people else ()), None):
            yield state, observe(state, player)


def _people(table: Table) -> list[int]:
    return [seat for seat in range(table.players) if seat not in table.variant.automated]


def _kind_of_view(view: View) -> tuple[object, ...]:
    missing = sum(map(bool, view.missing_houses))
    return view.phase, min(view.round_number, 2), missing, view.player is None


def folded_events() -> Iterator[Line]:
    """Two rounds as one seat, or a spectator, sees them: each event, and the table after it."""
    for number, table in enumerate(TABLES):
        short = attrs.evolve(table, variant=table.variant.with_rounds(2))
        *_, over = _positions(short, 1)
        people = _people(table)
        player = [None, *people][number % (len(people) + 1)]
        start, steps = from_json_lines(to_json_lines(observe(over, player)))
        yield {
            "table": table.name,
            "start": to_data(start),
            "steps": [{"event": to_data(event), "table": _seen_data(now)} for event, now in steps],
        }


def _seen_data(position: westeros_intrigue.Table | View) -> Line:
    return {
        **_members(position, "court hand_sizes penalty_points"),
        "out": [gone.player for gone in position.eliminations],
        "active_player": position.active_player,
    }


def rounds() -> Iterator[Line]:
    """A round that is over, the options, the Iron Throne card drawn, and the points."""
    for table in TABLES:
        for state in islice(_positions(table, 5, {Phase.ROUND_OVER}), 8):
            result = score_round(state).results[-1]
            yield {
                **_at(table, state),
                "last_card": str(state.placements[-1].move.card),
                **_members(state.variant, "house_affiliation rivalry"),
                **_members(result, "starting_player throne_card cards_left adjustments"),
                "penalty_points": _data(result.penalty_points),
                "throne_card_goes_to": result.last_placer,
                "next_starting_player": (state.starting_player + 1) % state.players,
            }


def rankings() -> Iterator[Line]:
    """Penalty points, score piles, and the final result."""
    chance = _chance(2)
    # Any card beats none, however many icons it has.
    yield _ranking([1, 0, 3], [[IronThroneCard(1, 10**6)], [], [IronThroneCard(3, 10**6)]])
    for players, _ in product(range(2, 7), range(16)):
        # Few points make ties likely; a table of equal cards lets holders share a victory.
        equal = tuple(IronThroneCard(1 + n % 2, 1 + n % 3) for n in range(7))
        drawn = _shuffled(_chosen((STANDARD.throne_cards, equal), chance), chance)[:players]
        piles: list[list[IronThroneCard]] = [[] for _ in range(players)]
        for card in drawn:
            _chosen(piles, chance).append(card)
        points = [_chosen(range(2 + sum(c.value for c in pile)), chance) for pile in piles]
        yield _ranking(points, piles)


def _ranking(points: Sequence[int], piles: Sequence[Sequence[IronThroneCard]]) -> Line:
    return {
        "penalty_points": _data(points),
        "score_piles": _data(piles),
        "result": _data(rank(points, piles)),
    }


def games() -> Iterator[Line]:
    """A whole game: its deal, its moves, the result of each round, and the winners."""
    for table, seed in product(TABLES, range(2)):
        state = _start(table, seed)
        chance = _chance(seed)
        while state.phase is not Phase.GAME_OVER:
            moves = distinct_moves(state)
            state = apply(state, _chosen(moves, chance)) if moves else score_round(state)
        yield {
            "table": table.name,
            **_game_data(state),
            "rounds": [
                {
                    "starting_player": result.starting_player,
                    "placed_by": [placed.player for placed in result.placements],
                    **_members(result, _OF_A_RESULT),
                }
                for result in state.results
            ],
            "penalty_points": _data(state.penalty_points),
            "result": _data(final_winner(state)),
        }


def _game_data(state: GameState) -> Line:
    """Return the facts to replay a game from, without future chance."""
    deal, placements = moves_of(state)
    deal = Deal(deal.rounds[: len(placements)], deal.throne_cards[: len(state.results)])
    return {
        **_members(state, "players variant first_player"),
        "deal": _data(deal),
        "moves": _data([[placed.move for placed in of] for of in placements]),
    }


def _start(table: Table, seed: int) -> GameState:
    return setup(table.players, seed=seed, variant=table.variant, first_player=table.first_player)


def _positions(
    table: Table, seeds: int, phases: frozenset[Phase] | set[Phase] = frozenset(Phase)
) -> Iterator[GameState]:
    """Yield the positions of some games, played at random or so as to block each other."""
    for seed in range(seeds):
        state = _start(table, seed)
        chance = _chance(seed)
        while True:
            if state.phase in phases:
                yield state
            if state.phase is Phase.GAME_OVER:
                break
            state = _played(state, chance, blocks=seed % 2 == 1)


def _plies(table: Table, seeds: int) -> Iterator[tuple[GameState, Move, GameState]]:
    before = None
    for state in _positions(table, seeds):
        if before and len(state.placements) == len(before.placements) + 1:
            yield before, state.placements[-1].move, state
        before = state


def _played(state: GameState, chance: random.Random, *, blocks: bool) -> GameState:
    moves = distinct_moves(state)
    if not moves:
        return score_round(state)
    if blocks:
        # The most frequent house goes highest: other houses soon have no open slot.
        lying = Counter(card.house for card in state.court.values())
        most = max(lying[move.card.house] for move in moves)
        moves = tuple(move for move in moves if lying[move.card.house] == most)
    return apply(state, _chosen(moves, chance))


def _first_of_kinds(
    things: Iterable[Thing], kind_of: Callable[[Thing], tuple[object, ...]]
) -> Iterator[Thing]:
    """Yield the first thing of each kind."""
    seen = set()
    for thing in things:
        kind = kind_of(thing)
        if kind not in seen:
            seen.add(kind)
            yield thing


def _kind(before: GameState, move: Move, after: GameState) -> tuple[object, ...]:
    """Return the features of a placement that deserve a vector."""
    seat = before.active_player
    out = after.eliminations[len(before.eliminations) :]
    stack = before.hands[seat or 0]
    return (
        len(distinct_moves(before)) == 1,
        len(out),
        any(elimination.cards_left for elimination in out),
        after.active_player is None,
        after.active_player == seat,
        min(move.slot.row, 5),
        seat in before.variant.automated and min(stack.index(move.card), 2),
        any(is_eliminated(before, player) for player in range(before.players)),
        before.round_number > 1 and before.variant.anyone_can_die,
    )


def _tried_slots(court: Court) -> tuple[Slot, ...]:
    around = {
        (max(0, slot.row + rows), slot.column + columns)
        for slot in court
        for rows in (0, 1)
        for columns in (-2, -1, 0, 1)
    }
    return tuple(Slot(*place) for place in ((0, 0), (0, 1), (1, 0), (25, -3), *sorted(around)))


def _placed(court: Court, card: Card, slot: Slot) -> tuple[tuple[object, ...], Line]:
    try:
        after = court.place(card, slot)
    except IllegalMove as refused:
        codes = tuple((one.code, len(one.slots)) for one in refused.violations)
        return codes, {"violations": _data(refused.violations)}
    return ("placed", slot.row), {"next": _data(after)}


def _arranged(court: Court, chance: random.Random) -> tuple[tuple[object, ...], Line]:
    """Remove a card from a court, and perhaps place it elsewhere; most results are no courts."""
    cards = dict(court)
    faults: tuple[str, ...] = ()
    if cards:
        card = cards.pop(_chosen(tuple(cards), chance))
        if chance.random() < 0.5:
            slot = _chosen(tuple(court), chance)
            cards[Slot(slot.row + int(2 * chance.random()), slot.column + 1)] = card
    width_limit = _chosen((court.width_limit, court.width_limit, 5), chance)
    try:
        Court(cards, width_limit)
    except InvalidCourt as error:
        faults = error.faults
    # The words of a fault, without its cards, slots and numbers.
    kind = tuple(sorted({re.sub(r"\S*\d\S*", "", fault) for fault in faults}))
    written: Line = {str(slot): str(card) for slot, card in sorted(cards.items())}
    return (len(kind), not faults), {
        "cards": written,
        "width_limit": width_limit,
        "possible": not faults,
    }


def _at(table: Table, state: GameState) -> Line:
    return {"table": table.name, "position": position_data(state)}


def _members(value: object, names: str) -> Line:
    return {name: _data(getattr(value, name)) for name in names.split()}


def _data(value: object) -> Data:
    """Return a value as documents write it, without their header."""
    if isinstance(value, Court):
        return {str(slot): str(card) for slot, card in value.items()}
    if isinstance(value, tuple | list):
        return [_data(each) for each in value]
    if isinstance(value, House):
        return str(value.value)
    if value is None or isinstance(value, int | str):
        return value
    data = to_data(value)
    if isinstance(data, dict):
        data = {name: of for name, of in data.items() if name not in ("game", "kind", "version")}
    return data


def _chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - no secret: the same vectors every time


def _chosen(things: Sequence[Thing], chance: random.Random) -> Thing:
    # Only random() gives the same numbers on every version of Python.
    return things[int(chance.random() * len(things))]


def _shuffled(things: Sequence[Thing], chance: random.Random) -> list[Thing]:
    keyed = [(chance.random(), index) for index in range(len(things))]
    return [things[index] for _, index in sorted(keyed)]


def _dumped(line: Line) -> str:
    return json.dumps(line, separators=(",", ":"))


def main(_arguments: Sequence[str] = ()) -> None:
    """Write all files of vectors."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in make().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {len(text.splitlines())} lines, {len(text)} bytes")
