"""The table as text: the players, and the board with a line for each space.

Rules: edition.sample-flag, edition.catalogue, info.public.
"""

from __future__ import annotations

from collections.abc import Iterator

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.spaces import Space, SpaceKind
from westeros_intrigue.monopoly.state import GameState, Position, View
from westeros_intrigue.monopoly.table import Deed

_SAMPLE = "SAMPLE EDITION: its numbers are invented"


def draw_text(value: object) -> str:
    r"""Return a position, or the board of an edition, as text for a terminal.

    A state shows what everybody sees, and no chance to come.

    >>> from westeros_intrigue.monopoly import SAMPLE, Deed, arrange
    >>> table = arrange(SAMPLE, cash=(9, 12), deeds={1: Deed(0), 3: Deed(0, level=1)})
    >>> print("\n".join(draw_text(table).splitlines()[:9]))
    Sample edition (invented names and numbers)
    SAMPLE EDITION: its numbers are invented
    turn 1 of player 0; player 0 is asked: floor
    Treasury 299, 29 Holdfasts, 10 Castles
    player 0:   9 coins, on Market Square (0)
    player 1:  12 coins, on Market Square (0)
    <BLANKLINE>
     0 Market Square                                                    <0 <1
     1 Eelmarsh                      slate       2  player 0

    Args:
        value: a GameState, a View or an Edition. What an edition does not know is shown as `?`.

    Raises:
        WrongType: something else.

    Rules: edition.sample-flag, edition.catalogue.
    """
    if isinstance(value, Edition):
        return "\n".join(_edition_lines(value))
    if isinstance(value, (GameState, View)):
        return "\n".join(_lines(value))
    raise WrongType(f"{brief(value)} cannot be drawn: use a GameState, a View or an Edition")


def _lines(position: Position) -> Iterator[str]:
    edition = position.edition
    yield edition.name
    if edition.sample:
        yield _SAMPLE
    yield status(position)
    yield (
        f"Treasury {position.treasury}, {position.holdfasts_left} Holdfasts, "
        f"{position.castles_left} Castles"
    )
    yield from player_lines(position)
    yield ""
    for index, space in enumerate(edition.spaces):
        row = f"{_space(index, space)}  {_deed(position.deeds[index], edition.storeys)}"
        here = " ".join(f"<{seat}" for seat in tokens(position, index))
        yield f"{row.rstrip():<68}{here}".rstrip()


def status(position: Position) -> str:
    """Return in one line whose turn it is and what is asked."""
    turn = f"turn {position.turn_number} of player {position.turn_player}"
    if position.decision is not None:
        return f"{turn}; player {position.active_player} is asked: {position.decision.value}"
    return f"{turn}; {position.phase.value}"


def player_lines(position: Position) -> Iterator[str]:
    """Yield a line for each player: coins, place, jail, cards."""
    for seat in range(position.players):
        if seat in position.bankrupt:
            yield f"player {seat}: bankrupt"
            continue
        space = position.positions[seat]
        where = f"on {position.board.names[space]} ({space})"
        if position.jail_tries[seat] is not None:
            where = "in jail"
        cards = len(position.kept_cards[seat])
        kept = f", {cards} jail card{'s' * (cards > 1)}" if cards else ""
        yield f"player {seat}: {position.cash[seat]:>3} coins, {where}{kept}"


def tokens(position: Position, space: int) -> list[int]:
    """Return the seats whose tokens stand on a space."""
    return [
        seat
        for seat, place in enumerate(position.positions)
        if place == space and seat not in position.bankrupt
    ]


def _edition_lines(edition: Edition) -> Iterator[str]:
    yield edition.name
    if edition.sample:
        yield _SAMPLE
    for index, space in enumerate(edition.spaces):
        rents = "/".join(shown(rent) for rent in space.rents)
        yield f"{_space(index, space)}  {rents}".rstrip()


def shown(number: int | None) -> str:
    """Return a number of an edition as text; `?` for an unknown one."""
    return "?" if number is None else str(number)


def _space(index: int, space: Space) -> str:
    price = space.amount if space.kind is SpaceKind.TAX else space.price
    is_priced = space.kind.is_deed or space.kind is SpaceKind.TAX
    kind = space.group or (space.kind.value if space.kind.is_deed else "")
    return f"{index:>2} {space.name:<29} {kind:<11} {shown(price) if is_priced else '':>1}".rstrip()


def _deed(deed: Deed, storeys: int) -> str:
    if deed.owner is None:
        return ""
    parts = [f"player {deed.owner}"]
    if deed.level:
        parts.append("Castle" if deed.level > storeys else "H" * deed.level)
    if deed.mortgaged:
        parts.append("mortgaged")
    return " ".join(parts)
