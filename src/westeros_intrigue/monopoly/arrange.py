"""A table in mid-game: what lies on it, checked as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from westeros_intrigue.base.errors import Faulty
from westeros_intrigue.base.values import (
    check_integer,
    check_iterable,
    check_type,
    counted,
    tuple_of,
)
from westeros_intrigue.monopoly.board import board_of
from westeros_intrigue.monopoly.chance import Deal
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.game import begin
from westeros_intrigue.monopoly.spaces import MOST_CASH_AT_START, SpaceKind
from westeros_intrigue.monopoly.state import GameState
from westeros_intrigue.monopoly.table import STANDARD, UNOWNED, Deed, Start, Variant


class InvalidPosition(Faulty):
    """A table that no game can lead to; `faults` lists all that is wrong with it.

    >>> from westeros_intrigue.monopoly import SAMPLE
    >>> arrange(SAMPLE, cash=(5, 5), positions=(27, 0))
    Traceback (most recent call last):
    westeros_intrigue.monopoly.InvalidPosition: nobody can stand on Go To Jail: player 0
    """


def arrange(
    edition: Edition,
    *,
    cash: Iterable[int],
    positions: Iterable[int] | None = None,
    jail_tries: Iterable[int | None] | None = None,
    deeds: Mapping[int, Deed] | None = None,
    kept_cards: Iterable[Iterable[int]] | None = None,
    known_bottom: Iterable[int] = (),
    bankrupt: Iterable[int] = (),
    turn_player: int = 0,
    deal: Deal | None = None,
    variant: Variant = STANDARD,
) -> GameState:
    """Return a game that goes on from a table, at the beginning of a player's turn.

    >>> from westeros_intrigue.monopoly import SAMPLE
    >>> state = arrange(SAMPLE, cash=(9, 12), deeds={1: Deed(0), 3: Deed(0, level=1)})
    >>> state.holdfasts_left, state.treasury
    (29, 299)

    Args:
        edition: the numbers, without a gap.
        cash: the coins of each player, from seat 0; its length is the number of players.
        positions: the space of each player's token; all on GO by default.
        jail_tries: for each player in jail how often they have tried, None for all others.
        deeds: how deeds stand, by space; those left out belong to the Treasury.
        kept_cards: for each player the numbers of the jail cards.
        known_bottom: the cards seen, which lie under the deck in this order, by number.
        bankrupt: the players who are out, in that order.
        turn_player: whose turn begins, from 0.
        deal: the chance to come; by default all of it must be supplied.
        variant: what can vary.

    Raises:
        InvalidPosition: no game can lead to the table; `faults` lists why.
        InvalidEdition: the edition has gaps.
        InvalidDeal: the deck contains cards that have been seen.

    Rules: chance.by-hand, build.even, build.supply.
    """
    check_type("edition", edition, Edition)
    check_type("variant", variant, Variant)
    board = board_of(edition)
    coins = tuple_of("cash", int, cash)
    players = len(coins)
    placed = {
        check_integer("the space of a deed", space, 0, board.size - 1): _deed(deed)
        for space, deed in dict(deeds or {}).items()
    }
    start = Start(
        board=board,
        variant=variant,
        cash=coins,
        positions=(0,) * players if positions is None else tuple_of("positions", int, positions),
        jail_tries=_tries(jail_tries, players),
        deeds=tuple(placed.get(space, UNOWNED) for space in range(board.size)),
        kept_cards=_kept(kept_cards, players),
        known_bottom=tuple_of("known_bottom", int, known_bottom),
        bankrupt=tuple_of("bankrupt", int, bankrupt),
        turn_player=check_integer("turn_player", turn_player),
    )
    return begin(checked(start), Deal() if deal is None else deal)


def _deed(deed: Deed) -> Deed:
    check_type("each of deeds", deed, Deed)
    owner = deed.owner if deed.owner is None else check_integer("the owner of a deed", deed.owner)
    return Deed(owner, deed.mortgaged, check_integer("the level of a deed", deed.level))


def _tries(tries: Iterable[int | None] | None, players: int) -> tuple[int | None, ...]:
    if tries is None:
        return (None,) * players
    check_iterable("jail_tries", tries)
    return tuple(one if one is None else check_integer("jail_tries", one) for one in tries)


def _kept(kept_cards: Iterable[Iterable[int]] | None, players: int) -> tuple[tuple[int, ...], ...]:
    if kept_cards is None:
        return ((),) * players
    check_iterable("kept_cards", kept_cards)
    return tuple(tuple_of("kept_cards", int, cards) for cards in kept_cards)


def checked(start: Start) -> Start:
    """Return what lay on the table at the start if a game can lead to it.

    Raises:
        InvalidPosition: none can; `faults` lists why.
    """
    # The parts can be compared only once each has an entry for every player.
    further = (_player_faults, _deed_faults, _building_faults, _card_faults)
    if faults := [*_shape_faults(start)] or [fault for find in further for fault in find(start)]:
        raise InvalidPosition(faults)
    return start


def _shape_faults(start: Start) -> Iterator[str]:
    players = len(start.cash)
    fewest, most = start.board.edition.players
    if not fewest <= players <= most:
        yield f"there must be {fewest} to {most} players, not {players}"
    for name in ("positions", "jail_tries", "kept_cards"):
        if len(getattr(start, name)) != players:
            yield f"{name} must have an entry for each of the {players} players"
    for seat in (*start.bankrupt, start.turn_player):
        if not 0 <= seat < players:
            yield f"seat {seat} is not one of {players} players"
    for space in start.positions:
        if not 0 <= space < start.board.size:
            yield f"space {space} is not on a board of {start.board.size}"
    for card in (*start.known_bottom, *(card for cards in start.kept_cards for card in cards)):
        if not 0 <= card < len(start.board.cards):
            yield f"card {card} is not in a deck of {len(start.board.cards)}"


def _player_faults(start: Start) -> Iterator[str]:
    players = range(len(start.cash))
    out = start.bankrupt
    if len(set(out)) < len(out):
        yield f"nobody goes bankrupt twice, as in {out}"
    if len(players) - len(set(out)) < 2:
        yield "at least two players must be solvent"
    if start.turn_player in out:
        yield f"player {start.turn_player} is bankrupt and has no turn"
    for seat in players:
        if not 0 <= start.cash[seat] <= MOST_CASH_AT_START:
            yield f"player {seat} cannot have {start.cash[seat]} coins"
        if start.board.kinds[start.positions[seat]] is SpaceKind.GO_TO_JAIL:
            yield f"nobody can stand on Go To Jail: player {seat}"
        tries = start.jail_tries[seat]
        if tries is None:
            continue
        if start.positions[seat] != start.board.jail:
            yield f"player {seat} is in jail, and not on its space {start.board.jail}"
        if not 0 <= tries < start.board.edition.jail_tries:
            yield f"player {seat} cannot have tried {counted(tries, 'time')} for a double"
    for seat in dict.fromkeys(out):
        if start.cash[seat] or start.kept_cards[seat] or start.jail_tries[seat] is not None:
            yield f"player {seat} is bankrupt, and can have no coins, no cards and no cell"


def _deed_faults(start: Start) -> Iterator[str]:
    for space, deed in enumerate(start.deeds):
        if deed == UNOWNED:
            continue
        where = f"{start.board.names[space]} ({space})"
        if not start.board.kinds[space].is_deed:
            yield f"{where} has no deed"
        elif deed.owner is None:
            yield f"{where} belongs to the Treasury, so it is neither mortgaged nor built on"
        elif not 0 <= deed.owner < len(start.cash) or deed.owner in start.bankrupt:
            yield f"{where} cannot belong to player {deed.owner}"
        if not 0 <= deed.level <= start.board.castle_level:
            yield f"{where} cannot have the level {deed.level}"


def _building_faults(start: Start) -> Iterator[str]:
    for name, spaces in start.board.groups.items():
        levels = [start.deeds[space].level for space in spaces]
        if any(levels):
            deeds = [start.deeds[space] for space in spaces]
            if len({deed.owner for deed in deeds}) > 1 or any(deed.mortgaged for deed in deeds):
                yield f"the set {name} is built on, so it needs one owner and no mortgage"
            if max(levels) - min(levels) > 1:
                yield f"the set {name} is built unevenly: {levels}"
    for space, deed in enumerate(start.deeds):
        if deed.level and not start.board.sets[space]:
            yield f"{start.board.names[space]} ({space}) is not a Location, and has no buildings"
    castle = start.board.castle_level
    levels = [deed.level for deed in start.deeds]
    holdfasts, castles = sum(level for level in levels if level < castle), levels.count(castle)
    edition = start.board.edition
    if holdfasts > edition.holdfasts:
        yield f"there are {edition.holdfasts} Holdfasts, and {holdfasts} stand"
    if castles > edition.castles:
        yield f"there are {edition.castles} Castles, and {castles} stand"


def _card_faults(start: Start) -> Iterator[str]:
    kept = [card for cards in start.kept_cards for card in cards]
    for card in kept:
        if not start.board.cards[card].is_kept:
            yield f"card {card} is not a jail card"
    seen = [*kept, *start.known_bottom]
    if len(set(seen)) < len(seen):
        yield "no card can be in two places"
