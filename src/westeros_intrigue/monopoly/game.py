"""A game from its setup to its end: the functions that programs call.

Rules: components.master, setup.players, setup.money, setup.board, setup.first, end.last,
end.ranking, chance.by-hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import InvalidValue, WrongPhase
from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.monopoly.board import board_of
from westeros_intrigue.monopoly.chance import (
    Deal,
    InvalidDeal,
    check_dice,
    chosen_deal,
    deck_faults,
)
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.edition_files import SAMPLE
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.explain import explain, is_legal
from westeros_intrigue.monopoly.loop import advance, play
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.options import options
from westeros_intrigue.monopoly.property import check_position, check_seat
from westeros_intrigue.monopoly.state import GameState, Position
from westeros_intrigue.monopoly.table import STANDARD, UNOWNED, Phase, Start, Variant, solvent
from westeros_intrigue.monopoly.turns import begin_turn
from westeros_intrigue.monopoly.violations import IllegalMove

MIN_PLAYERS = 2
"""The fewest players."""
MAX_PLAYERS = 6
"""The most players."""


def setup(
    players: int,
    edition: Edition | None = None,
    *,
    seed: int | None = None,
    rng: RandomSource | None = None,
    deal: Deal | None = None,
    first_player: int = 0,
    variant: Variant = STANDARD,
) -> GameState:
    """Return a new game before its first decision.

    >>> state = setup(3, seed=1)
    >>> state.cash, state.treasury, state.active_player
    ((36, 36, 36), 212, 0)

    Args:
        players: 2 to 6.
        edition: the numbers; by default `SAMPLE`, most of which are invented.
        seed: 0 to 2**64 - 1, for the deck and all throws.
        rng: a source of random numbers in its place; one seed is drawn from it.
        deal: the deck and the throws in their place. None of the three: fresh entropy.
        first_player: the seat that begins, from 0.
        variant: what can vary.

    Raises:
        InvalidEdition: the edition has gaps; `faults` lists all.
        InvalidDeal: the deck is not of this edition.
        InvalidValue: a number out of range, or two sources of chance.

    Rules: setup.players, setup.money, setup.board, setup.first, edition.refused, chance.setup.
    """
    if edition is None:
        edition = SAMPLE
    check_type("edition", edition, Edition)
    check_type("variant", variant, Variant)
    fewest, most = edition.players
    players = check_integer("players", players, fewest, most)
    first_player = check_integer("first_player", first_player, 0, players - 1)
    board = board_of(edition)
    start = Start(
        board=board,
        variant=variant,
        cash=(edition.start_money,) * players,
        positions=(0,) * players,
        jail_tries=(None,) * players,
        deeds=(UNOWNED,) * board.size,
        kept_cards=((),) * players,
        known_bottom=(),
        bankrupt=(),
        turn_player=first_player,
    )
    return begin(start, chosen_deal(board, seed, rng, deal))


def begin(start: Start, deal: Deal) -> GameState:
    """Return the game that begins with a table, before its first decision.

    Raises:
        InvalidDeal: the deck contains other cards than the unseen ones.
    """
    if faults := deck_faults(deal.deck or (), start.unseen_cards):
        raise InvalidDeal(faults)
    draft = Draft.begun(start, deal)
    begin_turn(draft, start.turn_player)
    advance(draft)
    return draft.frozen()


def legal_moves(position: Position) -> Sequence[Move]:
    """Return every legal move but offers; () when the viewer is not to decide, or nobody is.

    Moves are sorted by kind, then by space or amount, ascending. `may_offer` returns
    whether offers are legal, `simple_offers` yields some, and `explain` judges any.

    >>> [str(move) for move in legal_moves(setup(2, seed=1))]
    ['pass', 'stand-by']

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.listing, decision.never-stuck.
    """
    check_position(position)
    player = position.table.active_player
    if player is None or getattr(position, "player", player) != player:
        return ()
    return options(position.table, player)


distinct_moves = legal_moves
"""No two legal moves do the same."""


def apply(state: GameState, move: Move, *, player: int | None = None) -> GameState:
    """Return the state after a move: the game runs on to the next decision.

    >>> apply(setup(2, seed=0), legal_moves(setup(2, seed=0))[0])
    <GameState: 2 players, turn 1, playing, player 0: purchase, sample edition>

    Args:
        state: a state in `Phase.PLAYING`.
        move: a legal move of the active player, or a legal offer.
        player: the seat that makes it, from 0, to make sure of it.

    Raises:
        IllegalMove: the rules refuse it; `violations` has the reasons.
        InvalidValue: the player does not exist.

    Rules: turn.steps, decision.forced.
    """
    check_type("state", state, GameState)
    if player is not None:
        player = check_seat(state, player)
    asked = state.table.active_player
    if asked is None or player not in (None, asked) or not is_legal(state.table, asked, move):
        raise IllegalMove(explain(state, move, player=player), move, state)
    draft = Draft.of(state)
    play(draft, asked, move)
    return draft.frozen()


def supply_dice(state: GameState, dice: Iterable[int]) -> GameState:
    """Return the state after a throw that people made.

    >>> state = setup(2, deal=Deal())
    >>> state = apply(state, legal_moves(state)[0])
    >>> state.phase
    Phase.ROLLING
    >>> supply_dice(state, (1, 2)).positions
    (3, 0)

    Args:
        state: a state in `Phase.ROLLING`.
        dice: what the two dice show, each from 1 to 6.

    Raises:
        WrongPhase: no throw is missing.
        InvalidValue: a die out of range.

    Rules: chance.by-hand.
    """
    check_type("state", state, GameState)
    thrown = check_dice(dice)
    if state.phase is not Phase.ROLLING:
        raise WrongPhase(f"supply_dice is for Phase.ROLLING, and the game is in {state.phase!r}")
    draft = Draft.of(state)
    draft.deal = Deal(state.deal.deck, (*state.table.throws, thrown), state.deal.seed)
    advance(draft)
    return draft.frozen()


def supply_card(state: GameState, card_id: str) -> GameState:
    """Return the state after a Chance card that people drew.

    >>> supply_card(setup(2, seed=1), "back-3")
    Traceback (most recent call last):
    westeros_intrigue.WrongPhase: supply_card is for Phase.DRAWING, and the game is in Phase.PLAYING

    Args:
        state: a state in `Phase.DRAWING`.
        card_id: the id of the card, as the edition has it.

    Raises:
        WrongPhase: no card is missing.
        InvalidValue: no card with that id can lie on top of the deck.

    Rules: chance.by-hand.
    """
    check_type("state", state, GameState)
    check_type("card_id", card_id, str)
    if state.phase is not Phase.DRAWING:
        raise WrongPhase(f"supply_card is for Phase.DRAWING, and the game is in {state.phase!r}")
    cards = state.board.cards
    possible = [card for card in state.unseen_cards if cards[card].id == card_id]
    if not possible:
        ids = dict.fromkeys(cards[card].id for card in state.unseen_cards)
        raise InvalidValue(
            f"{card_id!r} cannot lie on top of the deck: {', '.join(ids)} can, and no other card"
        )
    draft = Draft.of(state)
    drawn, known = len(state.table.draws), state.deal.deck or ()
    below = [card for card in known[drawn:] if card != possible[0]]
    deck = (*state.table.draws, possible[0], *below)
    draft.deal = Deal(deck, state.deal.rolls, state.deal.seed)
    advance(draft)
    return draft.frozen()


def proceed(state: GameState) -> GameState:
    """Return the state itself: this game never waits for anything but moves and chance.

    It is there for programs that play any game.

    >>> state = setup(2, seed=1)
    >>> proceed(state) is state
    True

    Raises:
        WrongPhase: a throw or a card must be supplied.
        WrongType: `state` is not a GameState.

    Rules: chance.by-hand.
    """
    check_type("state", state, GameState)
    if state.phase in {Phase.ROLLING, Phase.DRAWING}:
        raise WrongPhase("the game waits for chance: supply_dice or supply_card goes on")
    return state


def is_eliminated(position: Position, player: int) -> bool:
    """Return whether a player, from 0, is bankrupt.

    >>> is_eliminated(setup(2, seed=1), 0)
    False

    Raises:
        InvalidValue: the player does not exist.

    Rules: bankrupt.out.
    """
    check_position(position)
    return check_seat(position, player) in position.bankrupt


def final_winner(position: Position) -> FinalResult[None]:
    """Return who won, and in which places the others are.

    >>> final_winner(setup(2, seed=1))
    Traceback (most recent call last):
    westeros_intrigue.WrongPhase: the game is not over: 2 players are solvent

    Raises:
        WrongPhase: the game is not over.
        WrongType: `position` is not a position.

    Rules: end.last, end.ranking, end.no-limit.
    """
    check_position(position)
    left = solvent(position.table)
    if not position.is_over:
        raise WrongPhase(f"the game is not over: {len(left)} players are solvent")
    ranking = tuple((seat,) for seat in (*left, *reversed(position.bankrupt)))
    return FinalResult(ranking[0], (), ranking, None)
