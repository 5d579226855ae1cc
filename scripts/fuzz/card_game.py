"""The card game: tables with printed cards, lines of positions, short texts, and events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, get_args

import attrs

from fuzz.damage import copy_data, damage_data, damage_line, swap_elements
from fuzz.engine import Chance, Kind, require
from fuzz.own import Own
from fuzz.promises import check_value, check_view
from fuzz.tables import moments, samples, start_game, two_lines, viewers
from westeros_intrigue import (
    Court,
    Deal,
    DecodingError,
    Elimination,
    Event,
    GameState,
    InvalidCourt,
    InvalidRecord,
    InvalidValue,
    NotationError,
    Phase,
    Table,
    View,
    WesterosIntrigueError,
    apply,
    deal_round,
    distinct_moves,
    draw_text,
    events,
    format_position,
    legal_moves,
    observe,
    odds,
    parse_card,
    parse_court,
    parse_hand,
    parse_position,
    parse_slot,
    score_round,
    setup,
)
from westeros_intrigue.documents import from_json_lines, to_json_lines
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.notation.notation import hand_text
from westeros_intrigue.rules import SetAside, TurnStart
from westeros_intrigue.views import Snapshot

CARD_GAME = "westeros-intrigue"
TEXTS: Mapping[str, Callable[[int, Chance], str]] = {
    "houses": lambda players, chance: "".join(chance.choices("SLBT", k=players)),
    "throne_cards": lambda _players, chance: " ".join(
        f"{chance.randint(0, 3)}/{chance.randint(0, 7)}" for _ in range(7)
    ),
}


class CardGame(Own):
    """The things of the card game."""

    properties = ("table", "court", "variant", "round_deal")
    texts = TEXTS
    # Its records check their moves when they are read.
    refusals_of_records = (NotationError, InvalidRecord)
    has_plain_lines = False
    has_snapshots_of_all = True

    def play(self, number: int, chance: Chance) -> Iterator[GameState] | None:
        """Return the states of a game with printed cards, the first of each batch."""
        return play_printed(chance) if number == 0 else None

    def has_record(self, state: GameState) -> bool:
        """Return False while the Iron Throne cards are still hidden at the table."""
        return not (state.results and not state.results[0].throne_card)

    def views_like(self, view: View) -> Iterator[View]:
        """Yield the view of a table whose cards have no numbers."""
        yield attrs.evolve(view, table=attrs.evolve(view.table, has_numbers=False))

    def view_in(self, value: Any) -> Any:
        """Return the view of a table or a snapshot, else the value itself."""
        if isinstance(value, Table):
            return View(value)
        return value.view if isinstance(value, Snapshot) else value

    def check_part(self, value: Any) -> None:
        """Check a court by its text and its picture."""
        if isinstance(value, Court):
            check_court(value)
        else:
            super().check_part(value)

    def check_position(self, position: GameState | View) -> None:
        """Check the line of a position, and its history as lines of JSON."""
        check_line(position)
        start, steps = from_json_lines(to_json_lines(position))
        last = [start, *(now for _, now in steps)][-1]
        reached = position if isinstance(position, View) else position.table
        require(last == reached, "the events of a position lead to another one")

    def check_move(self, state: GameState, move: Any) -> None:
        """Check that a move that was made is listed."""
        require(move in legal_moves(state), "a move that is applied is not listed")

    def check_events(self, view: View, happened: Any, seen: View) -> None:
        """Check that the events of a move lead from a view to the next."""
        for event in happened:
            view = view.then(event)
        require(view == seen, "the events of a move lead to another view")

    def check_world(self, view: View, seen: View) -> None:
        """Check the odds of a view, and that a world shows no more of the past than it does."""
        for hand in odds(view):
            require(all(sum(hand[house]) == 1 for house in hand), "the odds are not 1 in all")
        # A state has no moment between the cards that a house sets aside and its placement.
        is_between = isinstance(next(reversed(events(None, view)), None), SetAside)
        if None not in view.score_pile and not is_between:
            # People may not know whether the player to move can place a card; a world does.
            since = events(view, seen)
            require({*map(type, since)} <= {TurnStart, SetAside, Elimination}, "more is seen")
            require(not since or not view.table.can_place, "a world has other players to move")

    def check_snapshot(self, view: View, snapshot: Any) -> None:
        """Check that a snapshot has the same odds."""
        if isinstance(snapshot, Snapshot) and not view.variant.anyone_can_die:
            require(odds(snapshot.view) == odds(view), "a snapshot has other odds")

    def kinds(self) -> Iterator[Kind]:
        """Yield the kinds of lines, short texts and events."""
        return card_game_kinds()


def play_printed(chance: Chance) -> Iterator[GameState]:
    """Yield the states of a card game whose cards come from outside, and can stay hidden."""
    drawn = start_game(GAMES[CARD_GAME], chance)
    first_player = drawn.starting_player
    state = setup(drawn.players, deal=Deal(), variant=drawn.variant, first_player=first_player)
    is_hidden = chance.random() < 0.5
    for number, deal in enumerate((drawn.round_deal, *drawn.rest.rounds)):
        yield state
        state = deal_round(state, deal)
        while state.phase is Phase.PLAYING:
            yield state
            state = apply(state, chance.choice(distinct_moves(state)))
        yield state
        throne_card = None if is_hidden else drawn.rest.throne_cards[number]
        state = score_round(state, throne_card=throne_card, hidden=is_hidden)
    yield state


def check_line(position: GameState | View) -> None:
    """Check that the line of a position, if it has one, is read as a position with such a line."""
    try:
        line = format_position(position)
    except InvalidValue:  # a line cannot describe every position
        return
    same = parse_position(line)
    require(format_position(same) == line, f"{line} is read as a position with another line")
    if position.table.has_numbers:
        moves, others = ({*legal_moves(like)} for like in (position, same))
        require(moves == others, f"{line} is read as a position with other moves")


def check_court(court: Any) -> None:
    """Check that a court is read back from its text and from its picture."""
    for text in (str(court), draw_text(court)):
        require({**parse_court(text)} == {**court}, "the text of a court is read as another court")


# Kinds


def card_game_kinds() -> Iterator[Kind]:
    """Yield the kinds that only the card game has."""
    game = GAMES[CARD_GAME]
    yield Kind(
        f"{CARD_GAME}/position-line",
        damage_position,
        parse_position,
        (NotationError,),
        check_parsed_position,
    )
    for name, write, parse in SHORT_TEXTS:
        yield Kind(
            f"{CARD_GAME}/{name}-text",
            partial(damage_text, write),
            parse,
            (NotationError, InvalidCourt),
            partial(check_text, parse),
        )
    yield Kind(
        f"{CARD_GAME}/events",
        damage_events,
        fold_events,
        (WesterosIntrigueError,),
        lambda _damaged, position, chance: check_value(game, position, chance),
    )
    yield Kind(
        f"{CARD_GAME}/json-lines",
        damage_json_lines,
        read_json_lines,
        (DecodingError,),
        lambda _text, position, chance: check_value(game, position, chance),
    )


def longest_hand(state: GameState) -> str:
    """Return the text of the hand with the most cards."""
    return max(map(hand_text, state.hands), key=len)


SHORT_TEXTS: tuple[tuple[str, Callable[[GameState], str], Callable[[str], Any]], ...] = (
    ("card", lambda state: longest_hand(state)[:2], parse_card),
    ("slot", lambda state: str([*state.court][-1]) if state.court else "a0", parse_slot),
    ("hand", longest_hand, parse_hand),
    ("court", lambda state: str(state.court), parse_court),
    ("drawn-court", lambda state: draw_text(state.court), parse_court),
)
"""The texts that a state has, and their parsers."""


def damage_text(write: Callable[[GameState], str], seed: int, batch: int, chance: Chance) -> str:
    """Return a damaged text of a state."""
    one, other = (write(at.state) for at in chance.choices(moments(CARD_GAME, seed, batch), k=2))
    return damage_line(one, other, chance) if chance.random() < 0.9 else one


def check_text(parse: Callable[[str], Any], _text: str, value: Any, _chance: Chance) -> None:
    """Check that a value is read back from its text."""
    if isinstance(value, Court):
        check_court(value)
    else:
        written = hand_text(value) if parse is parse_hand else str(value)
        require(parse(written) == value, "a text is read as another value")


def damage_position(seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged line of a state or a view."""
    one, other = two_lines(GAMES[CARD_GAME], seed, batch, chance)
    parts, others = one.split("; "), other.split("; ")
    if chance.random() < 0.2:
        at = chance.randrange(len(parts))
        parts[at] = others[at % len(others)]
        return "; ".join(parts)
    return damage_line(one, other, chance) if chance.random() < 0.9 else one


def check_parsed_position(_line: str, position: GameState | View, chance: Chance) -> None:
    """Check the position of a line; the state of a later round has no history to write."""
    game = GAMES[CARD_GAME]
    check_line(position)
    if isinstance(position, View) or not position.table.earlier.count:
        check_value(game, position, chance)
    else:
        check_view(game, observe(position, chance.randrange(position.players)), chance)


def damage_events(seed: int, batch: int, chance: Chance) -> tuple[Table | View, list[Any]]:
    """Return a table or a view, and the data of the events after it, of which one is damaged."""
    game = GAMES[CARD_GAME]
    at = chance.choice(moments(CARD_GAME, seed, batch))
    viewer = chance.choice(viewers(game, at.state))
    view, following = observe(at.state, viewer), observe(at.following, viewer)
    happened = [game.DOCUMENTS.to_data(event) for event in events(view, following)]
    others = samples(CARD_GAME, seed, batch)
    classes = [cls for cls in get_args(Event.__value__) if cls in others]
    other = game.DOCUMENTS.to_data(chance.choice(others[chance.choice(classes)]))
    if happened and chance.random() < 0.7:
        place = chance.randrange(len(happened))
        happened[place] = damage_data(copy_data(happened[place]), other, chance)
    elif chance.random() < 0.5:
        happened.insert(chance.randint(0, len(happened)), other)
    else:
        happened = damage_data(happened, [other], chance)
    return (view.table if viewer is None else view), happened


def fold_events(damaged: tuple[Table | View, Any]) -> Table | View:
    """Apply the events to the position."""
    position, happened = damaged
    for data in happened if isinstance(happened, list) else [happened]:
        kind = data.get("kind") if isinstance(data, dict) else None
        cls = _EVENTS.get(kind if isinstance(kind, str) else "", TurnStart)
        position = position.then(GAMES[CARD_GAME].DOCUMENTS.from_data(cls, data))
    return position


_EVENTS = {GAMES[CARD_GAME].DOCUMENTS.kinds[cls]: cls for cls in get_args(Event.__value__)}


def damage_json_lines(seed: int, batch: int, chance: Chance) -> str:
    """Return the damaged lines of a position's history."""
    game = GAMES[CARD_GAME]
    texts: list[list[str]] = []
    for at in chance.choices(moments(CARD_GAME, seed, batch), k=2):
        view = observe(at.state, chance.choice(viewers(game, at.state)))
        texts.append(to_json_lines(view).splitlines())
    lines, others = texts
    if len(lines) > 1:
        # Near the end, so that most lines are read.
        at_line = max(1, len(lines) - 1 - int(chance.expovariate(0.2)))
        data, other = (json.loads(text[at_line % len(text)]) for text in texts)
        match chance.randrange(6):
            case 0:
                swap_elements(lines, at_line, chance)
            case 1:
                del lines[at_line]
            case 2:
                lines.insert(at_line, others[at_line % len(others)])
            case 3:
                del lines[at_line:]
            case _:
                lines[at_line] = json.dumps(damage_data(data, other, chance))
    return "\n".join(lines)


def read_json_lines(text: str) -> Table | View:
    """Return the position after the last line."""
    position, steps = from_json_lines(text)
    for _, now in steps:
        position = now
    return position


OWN = CardGame()
