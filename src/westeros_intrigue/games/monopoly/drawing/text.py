"""The table as text: the question, the players, and the board with a line for each space."""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.gamekit.display import ASKED, BELOW, BOARD, Line, Outline
from westeros_intrigue.gamekit.values import check_type, count_things
from westeros_intrigue.games.monopoly import editions, questions, sentences, table
from westeros_intrigue.games.monopoly.spaces import Space, SpaceKind
from westeros_intrigue.games.monopoly.state import (
    GameState,
    Position,
    View,
    building_cost,
    deeds_of,
    rent,
)

SAMPLE_NOTICE = "SAMPLE EDITION: its numbers are invented"
_HEAD = f"{'':>6} no space                    set        price rent build mortg owner"


def draw_text(value: Position | editions.Edition) -> str:
    r"""Return a position, or the board of an edition, as text for a terminal.

    A state shows only public information. Rents are the current ones; an Order's is for a throw of
    12. Buildings follow the owner, with H for a Holdfast.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> table = arrange(SAMPLE, cash=(9, 12), deeds={1: Deed(0), 3: Deed(0, level=1)})
    >>> print("\n".join(draw_text(table).splitlines()[:12]))
    Sample edition (invented names and numbers)
    SAMPLE EDITION: its numbers are invented
    turn 1: player 0 may act before player 0's throw
    Treasury 299, 29 Holdfasts, 10 Castles
    player 0: 9 coins, on Market Square
        deeds: Eelmarsh, Cinder Row H
    player 1: 12 coins, on Market Square
    <BLANKLINE>
           no space                    set        price rent build mortg owner
        01  0 Market Square
            1 Eelmarsh                 slate          2    2     2     1 0
            2 Rumour

    Args:
        value: a GameState, a View or an Edition. An unknown value of an edition is shown as `?`.

    Raises:
        WrongType: something else.

    Rules: edition.sample-flag, edition.catalogue, info.public.
    """
    if isinstance(value, editions.Edition):
        return "\n".join(_edition_lines(value))
    check_type("value", value, GameState | View | editions.Edition)
    return Outline(_lines(value))


def _lines(position: Position) -> Iterator[Line]:
    edition = position.edition
    yield Line(edition.name)
    if edition.sample:
        yield Line(SAMPLE_NOTICE)
    yield Line(f"turn {position.turn_number}: {questions.question(position)}", ASKED)
    yield Line(bank_line(position))
    for player in range(position.players):
        yield Line(player_line(position, player), seat=player)
        if owned := deeds_of(position.table, player):
            deeds = f"    deeds: {', '.join(_deed(position, index) for index in owned)}"
            yield Line(deeds, BELOW, player)
    yield Line("\n".join(["", _HEAD, *_rows(position)]), BOARD)


def _rows(position: Position) -> Iterator[str]:
    for index, space in enumerate(position.edition.spaces):
        here = "".join(map(str, tokens(position, index)))
        numbers = _numbers(position, index) if space.kind.is_deed else _price(space)
        row = f"{here:>6} {index:>2} {space.name:<24.24} {_set(space):<10.10} {numbers}"
        yield row.rstrip()


def bank_line(position: Position) -> str:
    """Return a line with the contents of the Treasury."""
    return (
        f"Treasury {position.treasury}, {count_things(position.holdfasts_left, 'Holdfast')}, "
        f"{count_things(position.castles_left, 'Castle')}"
    )


def player_line(position: Position, player: int) -> str:
    """Return a line about a player: coins, place, jail, cards."""
    if player in position.bankrupt:
        return f"player {player}: bankrupt"
    tries = position.jail_tries[player]
    name = position.board.names[position.positions[player]]
    where = f"on {name}" if tries is None else f"in jail, tries so far: {tries}"
    cards = len(position.kept_cards[player])
    kept = f", {count_things(cards, 'jail card')}" if cards else ""
    standing = ", standing by" if player in position.standing else ""
    return f"player {player}: {sentences.coins(position.cash[player])}, {where}{kept}{standing}"


def _deed(position: Position, index: int) -> str:
    """Return the name of a deed, with its buildings and mortgage."""
    _, _, state = owner_of(position.deeds[index], position.board.edition.storeys).partition(" ")
    return f"{position.board.names[index]} {state}".rstrip()


def tokens(position: Position, space: int) -> list[int]:
    """Return the players whose tokens stand on a space."""
    return [
        player
        for player, place in enumerate(position.positions)
        if place == space and player not in position.bankrupt
    ]


def _numbers(position: Position, index: int) -> str:
    board, deed = position.board, position.deeds[index]
    due = rent(position, index)
    cost = ""
    if board.sets[index] and deed.level < board.castle_level:
        cost = str(building_cost(position.table, index))
    shown_rent = "" if due is None else due
    owner = owner_of(deed, board.edition.storeys)
    return f"{board.prices[index]:>5} {shown_rent:>4} {cost:>5} {board.mortgages[index]:>5} {owner}"


def owner_of(deed: table.Deed, storeys: int) -> str:
    """Return the owner of a deed, its buildings and its mortgage, in short form."""
    if deed.owner is None:
        return ""
    buildings = " Castle" if deed.level > storeys else f" {'H' * deed.level}".rstrip()
    return f"{deed.owner}{buildings}{' mortgaged' * deed.mortgaged}"


def _edition_lines(edition: editions.Edition) -> Iterator[str]:
    yield edition.name
    if edition.sample:
        yield SAMPLE_NOTICE
    yield " no space                     set        price  Holdfast Castle  mortgage  rents"
    for index, space in enumerate(edition.spaces):
        row = f"{index:>3} {space.name:<25.25} {_set(space):<10.10} {_price(space)}"
        if space.kind.is_deed:
            costs = (figure(space.holdfast_cost), figure(space.castle_cost))
            holdfast, castle = costs if space.kind is SpaceKind.LOCATION else ("", "")
            lent = f"{figure(space.mortgage)}/{figure(space.unmortgage)}"
            rents = " ".join(map(figure, space.rents))
            row += f"  {holdfast:>8} {castle:>6}  {lent:>8}  {rents}"
        yield row.rstrip()


def figure(number: int | None) -> str:
    """Return a number of an edition as text; `?` for an unknown one."""
    return "?" if number is None else str(number)


def _set(space: Space) -> str:
    return space.group or (space.kind.value if space.kind.is_deed else "")


def _price(space: Space) -> str:
    if space.kind is SpaceKind.TAX:
        return f"{figure(space.amount):>5}"
    return f"{figure(space.price):>5}" if space.kind.is_deed else ""
