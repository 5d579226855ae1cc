"""A game from its setup to its end, or from mid-game: the functions that programs call.

`arrange` checks a mid-game table completely.

Rules: components.master, setup.players, setup.money, setup.board, setup.first, end.last,
end.ranking, chance.by-hand.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import attrs

from westeros_intrigue.gamekit import chance, english, limits, rulebook, values
from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.gamekit.errors import (
    Faulty,
    InvalidValue,
    NotationError,
    PlacedFault,
    WrongPhase,
)
from westeros_intrigue.gamekit.limits import integers_of
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.values import check_type
from westeros_intrigue.games.monopoly.pieces.board import (
    LAST_SEED,
    Board,
    Deal,
    Dice,
    InvalidDeal,
    board_of,
    choose_deal,
    deck_faults,
    deck_of,
)
from westeros_intrigue.games.monopoly.pieces.editions import Edition
from westeros_intrigue.games.monopoly.pieces.forms import PLAYABLE
from westeros_intrigue.games.monopoly.pieces.spaces import (
    MOST_CASH,
    MOST_CASH_AT_START,
    Numbers,
    SpaceKind,
)
from westeros_intrigue.games.monopoly.position import moves, table
from westeros_intrigue.games.monopoly.position.refusals import IllegalMove
from westeros_intrigue.games.monopoly.position.state import (
    Draft,
    GameState,
    Position,
    Question,
    View,
    check_position,
    check_seat,
)
from westeros_intrigue.games.monopoly.position.table import Start
from westeros_intrigue.games.monopoly.turns import acts, legality, moments, trading
from westeros_intrigue.games.monopoly.turns.throws import advance, begin_turn, play

_RULES = rulebook.read_rulebook("westeros_intrigue.games.monopoly")
RULEBOOK: Final = _RULES[0]
"""All rules by id, in the order of their chapters."""
PRIMER: Final = _RULES[1]
"""The rules that a newcomer needs, as short paragraphs in reading order."""
rule: Final = RULEBOOK.rule

_OFFERS_IN_RULES = table.STANDARD.offers

MIN_PLAYERS = 2
"""The fewest players."""
MAX_PLAYERS = 6
"""The most players."""


def table_rules(position: Position) -> tuple[str, ...]:
    """Return the rules that the players of a table need, a paragraph for each chapter.

    Together, they have at most 6000 characters.

    >>> any(text.startswith("trade: ") for text in table_rules(setup(3, seed=1)))
    True
    >>> state = setup(3, seed=1, variant=table.Variant(offers=0))
    >>> any(text.startswith("trade: ") for text in table_rules(state))
    False

    Rules: trade.bound, house.pot, house.no-auction, house.double-go, house.no-jail-rent,
    house.uneven.
    """
    check_position(position)
    variant = position.table.variant
    rules = set(variant.house_rules)
    facts = {
        "trading": variant.offers > 0,
        "usual-offers": variant.offers == _OFFERS_IN_RULES,
        "no-pot": "pot" not in rules,
        "auctions": "no-auction" not in rules,
        "single-go": "double-go" not in rules,
        "jail-rent": "no-jail-rent" not in rules,
        "even": "uneven" not in rules,
    }
    traits = {*rules, *(name for name, holds in facts.items() if holds)}
    return rulebook.in_paragraphs(RULEBOOK.of_table(traits))


def setup(
    players: int,
    edition: Edition = PLAYABLE,
    *,
    seed: int | None = None,
    rng: chance.RandomSource | None = None,
    deal: Deal | None = None,
    first_player: int = 0,
    variant: table.Variant = table.STANDARD,
) -> GameState:
    """Return a new game before its first decision.

    >>> state = setup(3, seed=1)
    >>> state.cash, state.treasury, state.active_player
    ((30, 30, 30), 173, 0)

    Args:
        players: 2 to 6.
        edition: the numbers; by default `PLAYABLE`, in which those that are not publicly known are
            invented.
        seed: 0 to 2**64 - 1, for the deck and all throws.
        rng: a source of random numbers instead; one seed is drawn from it.
        deal: the deck and the throws instead. Without all three, fresh entropy.
        first_player: the seat that begins, from 0.
        variant: the variable rules.

    Raises:
        InvalidEdition: the edition has gaps; `faults` lists all.
        InvalidDeal: the deck does not belong to this edition.
        InvalidValue: a number is out of range, or there are two sources of chance.

    Rules: setup.players, setup.money, setup.board, setup.first, edition.refused, chance.setup.
    """
    check_type("edition", edition, Edition)
    players = values.check_integer("players", players, *edition.players)
    first_player = values.check_integer("first_player", first_player, 0, players - 1)
    check_type("variant", variant, table.Variant)
    board = board_of(edition)
    cash = (edition.money.start,) * players
    return begin(lay_table(board, variant, cash, first_player), choose_deal(board, seed, rng, deal))


def lay_table(board: Board, variant: table.Variant, cash: Numbers, first_player: int) -> Start:
    """Return the table of a new game, whose arguments have been checked."""
    players = len(cash)
    return values.make_unchecked(
        Start, board=board, variant=variant, cash=cash, positions=(0,) * players,
        jail_tries=(None,) * players, deeds=(table.UNOWNED,) * board.size,
        kept_cards=((),) * players, known_bottom=(), bankrupt=(), turn_player=first_player,
        moment="",
    )  # fmt: skip


def begin(start: Start, deal: Deal) -> GameState:
    """Return the game that begins from a table, before its first decision.

    Raises:
        InvalidDeal: the deck contains cards that are not unseen.
        NotationError: no game leads to the moment of the start.
    """
    draft = Draft.begin(start, deal)
    if faults := deck_faults(deal.deck or (), draft.unseen_cards):
        raise InvalidDeal(faults)
    if start.moment:
        moments.take_up(draft, start.moment)
    else:
        begin_turn(draft, start.turn_player)
    advance(draft)
    return draft.freeze()


def legal_moves(position: Position) -> Sequence[moves.Move]:
    """Return every legal move except offers; () if the viewer does not decide.

    Moves are sorted by kind, then by space or amount, ascending. `may_offer` returns whether offers
    are legal, `simple_offers` yields some, and `explain` checks any.

    >>> [str(move) for move in legal_moves(setup(2, seed=1))]
    ['pass', 'stand-by']

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.listing, decision.never-stuck.
    """
    check_position(position)
    holdings = position.table
    player = holdings.active_player  # not `answerer`, which takes longer
    if player is None or (isinstance(position, View) and position.player != player):
        return ()
    return first_step(holdings.agenda, Question).options(holdings, player)


def distinct_moves(position: Position) -> Sequence[moves.Move]:
    """Return the legal moves, then some offers, for programs that choose from a list.

    The offers, at most 16, are for single deeds of other players, at a price that shares the gain.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed
    >>> state = arrange(SAMPLE, cash=(30, 9, 9), deeds={20: Deed(0), 22: Deed(0), 24: Deed(1)})
    >>> [str(move) for move in distinct_moves(state)[-2:]]
    ['stand-by', 'offer 1: 8c for 24']

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.listing.
    """
    found = legal_moves(position)
    if (player := legality.find_proposer(position)) is None:
        return found
    offers = (offer for *_, offer in trading.fair_offers(position.table, player))
    return (*found, *islice(acts.legal(position.table, player, offers), _MOST_OFFERS_LISTED))


_MOST_OFFERS_LISTED = 16


def apply(state: GameState, move: moves.Move, *, player: int | None = None) -> GameState:
    """Return the state after a move, at the next decision.

    >>> apply(setup(2, seed=1), legal_moves(setup(2, seed=1))[0])
    <GameState: 2 players, turn 1, playing, player 0: purchase, sample edition>

    Args:
        state: a state in `Phase.PLAYING`.
        move: a legal move of the active player, or a legal offer.
        player: the seat that makes it, from 0; None skips this check.

    Raises:
        IllegalMove: the rules refuse it; `violations` lists the reasons.
        InvalidValue: the player does not exist.

    Rules: turn.steps, decision.forced.
    """
    check_type("state", state, GameState)
    if player is not None:
        player = check_seat(state, player)
    asked = state.table.active_player
    if (
        asked is None
        or player not in (None, asked)
        or not legality.is_legal(state.table, asked, move)
    ):
        raise IllegalMove(legality.explain(state, move, player=player), move, state)
    draft = Draft.of(state)
    play(draft, asked, move)
    return draft.freeze()


def supply_dice(state: GameState, dice: Iterable[int]) -> GameState:
    """Return the state after a throw of real dice.

    >>> state = setup(2, deal=Deal())
    >>> state = apply(state, legal_moves(state)[0])
    >>> state.phase
    Phase.ROLLING
    >>> supply_dice(state, (1, 2)).positions
    (3, 0)

    Args:
        state: a state in `Phase.ROLLING`.
        dice: the numbers of the two dice, each from 1 to 6.

    Raises:
        WrongPhase: no throw is missing.
        InvalidValue: a die is out of range.

    Rules: chance.by-hand.
    """
    check_type("state", state, GameState)
    thrown = limits.find_check(Dice)("dice", dice)
    if state.phase is not table.Phase.ROLLING:
        raise WrongPhase(f"supply_dice is for Phase.ROLLING, but the game is in {state.phase!r}")
    return _continue_with(state, attrs.evolve(state.deal, rolls=(*state.table.throws, thrown)))


def _continue_with(state: GameState, deal: Deal) -> GameState:
    draft = Draft.of(state)
    draft.deal = deal
    advance(draft)
    return draft.freeze()


def supply_card(state: GameState, card_id: str) -> GameState:
    """Return the state after a Chance card that a player drew from a real deck.

    >>> supply_card(setup(2, seed=1), "back-3")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.WrongPhase: supply_card is for Phase.DRAWING, but the game is \
in Phase.PLAYING

    Args:
        state: a state in `Phase.DRAWING`.
        card_id: the id of the card in the edition.

    Raises:
        WrongPhase: no card is missing.
        InvalidValue: no card with that id can be on top of the deck.

    Rules: chance.by-hand.
    """
    check_type("state", state, GameState)
    check_type("card_id", card_id, str)
    if state.phase is not table.Phase.DRAWING:
        raise WrongPhase(f"supply_card is for Phase.DRAWING, but the game is in {state.phase!r}")
    cards = state.board.cards
    possible = [card for card in state.unseen_cards if cards[card].id == card_id]
    if not possible:
        ids = ", ".join(dict.fromkeys(cards[card].id for card in state.unseen_cards))
        found = values.short_repr(card_id)
        raise InvalidValue(f"{found} cannot be on top of the deck: {ids} can, and no other card")
    draws, deck = state.table.draws, state.deal.deck or ()
    below = [card for card in deck[len(draws) :] if card != possible[0]]
    deck = (*draws, possible[0], *below)
    return _continue_with(state, attrs.evolve(state.deal, deck=deck))


def supply_chance(state: GameState, seed: int) -> GameState:
    """Return the state with all later throws, and the rest of the deck, by a seed.

    Throws and cards that are known stay, so a game from a line without a seed can be played to its
    end. A state with a seed is returned itself.

    >>> state = apply(setup(2, deal=Deal()), legal_moves(setup(2, seed=1))[0])
    >>> supply_chance(state, 1) == apply(setup(2, seed=1), legal_moves(setup(2, seed=1))[0])
    True

    Args:
        state: a state without a seed.
        seed: a seed from 0 to 2**64 - 1.

    Raises:
        InvalidValue: the seed is below 0 or above 2**64 - 1.

    Rules: chance.by-hand, chance.dice.
    """
    check_type("state", state, GameState)
    seed = values.check_integer("seed", seed, 0, LAST_SEED)
    if state.deal.seed is not None:
        return state
    known, unseen = state.deal.deck or (), frozenset(state.unseen_cards)
    shuffled = deck_of(seed, len(state.board.cards))
    rest = (card for card in shuffled if card in unseen and card not in known)
    return _continue_with(state, attrs.evolve(state.deal, deck=(*known, *rest), seed=seed))


def proceed(state: GameState) -> GameState:
    """Return the state unchanged: this game waits only for moves and chance.

    Programs that play any game call it.

    >>> state = setup(2, seed=1)
    >>> proceed(state) is state
    True

    Raises:
        WrongPhase: a throw or a card must be supplied.
        WrongType: `state` is not a GameState.

    Rules: chance.by-hand.
    """
    check_type("state", state, GameState)
    if state.phase in {table.Phase.ROLLING, table.Phase.DRAWING}:
        raise WrongPhase(
            "the game waits for chance: use supply_dice or supply_card, or supply_chance for all "
            "chance to come by a seed"
        )
    return state


def is_eliminated(position: Position, player: int) -> bool:
    """Return whether a player, from 0, is bankrupt.

    >>> is_eliminated(setup(2, seed=1), 0)
    False

    Args:
        position: a state or a view.
        player: the seat, from 0.

    Raises:
        InvalidValue: the player does not exist.

    Rules: bankrupt.out.
    """
    return check_seat(position, player) in position.bankrupt


def final_winner(position: Position) -> FinalResult[None]:
    """Return the winner, and the places of the others.

    >>> final_winner(setup(2, seed=1))
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.WrongPhase: the game is not over: 2 players are solvent

    Raises:
        WrongPhase: the game is not over.
        WrongType: `position` is not a position.

    Rules: end.last, end.ranking, end.no-limit.
    """
    check_position(position)
    left = table.solvent(position.table)
    if not position.is_over:
        raise WrongPhase(f"the game is not over: {len(left)} players are solvent")
    ranking = tuple((seat,) for seat in (*left, *reversed(position.bankrupt)))
    return FinalResult(ranking[0], (), ranking, None)


class InvalidPosition(Faulty):
    """No game can lead to a table; `faults` lists the reasons.

    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> arrange(SAMPLE, cash=(5, 5), positions=(27, 0))
    Traceback (most recent call last):
    westeros_intrigue.games.monopoly.turns.game.InvalidPosition: no token can be on Go To \
Jail: player 0
    """


_ALL_BY_HAND: Final = Deal()
TURN, MOMENT = "turn", "moment"
"""The places of faults of the player whose turn it is, and of the moment."""


def arrange(
    edition: Edition,
    *,
    cash: Iterable[int],
    positions: Iterable[int] | None = None,
    jail_tries: Iterable[int | None] | None = None,
    deeds: Mapping[int, table.Deed] = {},
    kept_cards: Iterable[Iterable[int]] | None = None,
    known_bottom: Iterable[int] = (),
    bankrupt: Iterable[int] = (),
    turn_player: int = 0,
    deal: Deal = _ALL_BY_HAND,
    variant: table.Variant = table.STANDARD,
    moment: str = "",
) -> GameState:
    """Return a game that continues from a table, by default at the beginning of a player's turn.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed
    >>> state = arrange(SAMPLE, cash=(9, 12), deeds={1: Deed(0), 3: Deed(0, level=1)})
    >>> state.holdfasts_left, state.treasury
    (29, 299)

    Args:
        edition: the numbers, without gaps.
        cash: the coins of each player, from seat 0; its length is the number of players.
        positions: the space of each player's token; all on GO by default.
        jail_tries: the number of tries of each player in jail; None for all others.
        deeds: the deeds by space; missing ones belong to the Treasury.
        kept_cards: the numbers of each player's jail cards.
        known_bottom: the seen cards, which are under the deck in this order, by number.
        bankrupt: the players who are out, in order.
        turn_player: the player whose turn begins, from 0.
        deal: the future throws and cards; by default, all must be supplied.
        variant: the variable rules.
        moment: what is asked and what comes next, as the line of a position has it, such as `turn
            3; buy`; empty for the beginning of the first turn.

    Raises:
        InvalidPosition: no game can lead to the table; `faults` lists why.
        InvalidEdition: the edition has gaps.
        InvalidDeal: the deck contains cards that have been seen.
        InvalidValue: a number is out of range for every game.

    Rules: chance.by-hand, build.even, build.supply.
    """
    check_type("edition", edition, Edition)
    check_type("deal", deal, Deal)
    check_type("deeds", deeds, Mapping)
    board = board_of(edition)
    coins = integers_of("cash", cash, 0, MOST_CASH)
    spaces = [values.check_integer("the space of a deed", at, 0, board.size - 1) for at in deeds]
    placed = dict(zip(spaces, deeds.values(), strict=True))
    given = {"positions": positions, "jail_tries": jail_tries, "kept_cards": kept_cards}
    parts: dict[str, Any] = {name: part for name, part in given.items() if part is not None}
    parts |= {
        "deeds": [placed.get(space, table.UNOWNED) for space in range(board.size)],
        "known_bottom": known_bottom,
        "bankrupt": bankrupt,
        "moment": moment,
    }
    start = attrs.evolve(lay_table(board, variant, coins, turn_player), **parts)
    if faults := find_faults(start):
        raise InvalidPosition(faults)
    if moment:
        start = attrs.evolve(start, moment=moments.respell(start))
    return begin(start, deal)


def find_faults(start: Start) -> list[str]:
    """Return the reasons why no game can lead to a table."""
    return [reason for _, reason in place_faults(start)]


def place_faults(start: Start) -> list[PlacedFault]:
    """Return the places of faults, such as `player 2` or `space 14`, with the reasons."""
    # Checks across the parts need an entry for every player in each.
    further = (_player_faults, _find_deed_faults, _building_faults, _card_faults)
    found = [*_shape_faults(start)] or [fault for find in further for fault in find(start)]
    return found or [*_moment_faults(start)]


def _shape_faults(start: Start) -> Iterator[PlacedFault]:
    players = len(start.cash)
    fewest, most = start.board.edition.players
    if not fewest <= players <= most:
        yield "", f"there must be {fewest} to {most} players, not {players}"
    for name in ("positions", "jail_tries", "kept_cards"):
        if len(getattr(start, name)) != players:
            yield "", f"{name} must have an entry for each of the {players} players"
    if len(start.deeds) != start.board.size:
        yield "", f"deeds must have an entry for each of the {start.board.size} spaces"
    cards = (*start.known_bottom, *(card for kept in start.kept_cards for card in kept))
    for thing, numbers, of, end in (
        ("seat", (*start.bankrupt, start.turn_player), "one of {} players", players),
        ("space", start.positions, "on a board of {}", start.board.size),
        ("card", cards, "in a deck of {}", len(start.board.cards)),
    ):
        for number in numbers:
            if number >= end:
                yield "", f"{thing} {number} is not {of.format(end)}"


def _player_faults(start: Start) -> Iterator[PlacedFault]:
    players = range(len(start.cash))
    out = start.bankrupt
    if len(set(out)) < len(out):
        yield "", f"no player can go bankrupt twice, as in {out}"
    if len(players) - len(set(out)) < (1 if start.moment else 2):
        yield "", "at least two players must be solvent"
    if start.turn_player in out and not start.moment:
        yield TURN, f"player {start.turn_player} is bankrupt and has no turn"
    for seat in players:
        where = f"player {seat}"
        if start.cash[seat] > MOST_CASH_AT_START:
            yield where, f"player {seat} cannot have {start.cash[seat]} coins"
        if start.board.kinds[start.positions[seat]] is SpaceKind.GO_TO_JAIL:
            yield where, f"no token can be on Go To Jail: player {seat}"
        tries = start.jail_tries[seat]
        if tries is None:
            continue
        if start.positions[seat] != start.board.jail:
            yield where, f"player {seat} is in jail, but not on its space {start.board.jail}"
        most = start.board.edition.jail.tries
        # Only while the fee after the last try is owed.
        if tries >= most + bool(start.moment and seat == start.turn_player):
            times = english.count_things(tries, "time")
            yield where, f"player {seat} cannot have tried {times} for a double"
    for seat in dict.fromkeys(out):
        if start.cash[seat] or start.kept_cards[seat] or start.jail_tries[seat] is not None:
            yield (
                f"player {seat}",
                f"player {seat} is bankrupt, so cannot have coins or cards, or be in jail",
            )


def _find_deed_faults(start: Start) -> Iterator[PlacedFault]:
    for space, deed in enumerate(start.deeds):
        if deed == table.UNOWNED:
            continue
        at, where = f"space {space}", f"{start.board.names[space]} ({space})"
        if not start.board.kinds[space].is_deed:
            yield at, f"{where} has no deed"
        elif deed.owner is None:
            yield at, f"{where} belongs to the Treasury, so it cannot be mortgaged or built on"
        elif deed.owner >= len(start.cash) or deed.owner in start.bankrupt:
            yield at, f"{where} cannot belong to player {deed.owner}"
        if deed.level > start.board.castle_level:
            yield at, f"{where} cannot have the level {deed.level}"
        if deed.level and not start.board.sets[space]:
            yield at, f"{where} is not a Location, and has no buildings"


def _building_faults(start: Start) -> Iterator[PlacedFault]:
    for name, spaces in start.board.groups.items():
        levels = [start.deeds[space].level for space in spaces]
        if any(levels):
            deeds = [start.deeds[space] for space in spaces]
            at = f"space {next(space for space in spaces if start.deeds[space].level)}"
            if len({deed.owner for deed in deeds}) > 1 or any(deed.mortgaged for deed in deeds):
                yield at, f"the set {name} is built on, so it must have one owner and no mortgage"
            is_even = max(levels) - min(levels) <= 1
            if not is_even and "uneven" not in start.variant.house_rules:
                yield at, f"the set {name} is built unevenly: {levels}"
    supply = attrs.astuple(start.board.edition.supply)
    buildings = zip(("Holdfast", "Castle"), table.count_buildings(start), supply, strict=True)
    for thing, found, most in buildings:
        if found > most:
            yield "", f"the box has {english.count_things(most, thing)}, but the board {found}"


def _card_faults(start: Start) -> Iterator[PlacedFault]:
    kept = [card for cards in start.kept_cards for card in cards]
    for card in kept:
        if not start.board.cards[card].is_kept:
            yield f"card {card}", f"card {card} is not a jail card"
    seen = [*kept, *start.known_bottom]
    if doubled := [card for card in seen if seen.count(card) > 1]:
        yield f"card {doubled[0]}", "no card can be in two places"


def _moment_faults(start: Start) -> Iterator[PlacedFault]:
    if not start.moment:
        return
    try:
        moments.read_moment(Draft.begin(start, _ALL_BY_HAND), start.moment)
    except NotationError as error:
        yield MOMENT, f"the moment, {error}"
