"""Events, moves, questions, players, effects and exchanges in words, with names and prices.

The templates are in `words.json`. A part in braces is an attribute of the event, the move or the
step that asks, or is computed. The form after its colon makes a number a sum of money (`coins`) or
a player: `player` for the name alone, `'s` for a possessor, and a verb in the third person for the
subject with this verb, or after `~` for the verb alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, get_args

import attrs

from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.text import word_of
from westeros_intrigue.gamekit.values import count_things, join_words, short_repr
from westeros_intrigue.games.monopoly import dealings, moves, spaces, state, table
from westeros_intrigue.games.monopoly.board import Board
from westeros_intrigue.games.monopoly.moves import Bundle, Move
from westeros_intrigue.games.monopoly.spaces import Effect, Word
from westeros_intrigue.games.monopoly.table import Holdings

_EVENTS, _MOVES, _QUESTIONS = (spaces.WORDS[name] for name in ("events", "moves", "questions"))
_KINDS = {cls: word_of(cls) for cls in (*get_args(table.Event.__value__), *moves.MOVE_TYPES)}


def sentence(event: table.Event, viewer: int | None) -> str | None:
    """Return an event as a sentence for a viewer; None if it needs no words.

    >>> from westeros_intrigue.games.monopoly.table import Paid, Purpose
    >>> sentence(Paid(None, 1, 2, Purpose.SALARY), None)
    'the Treasury pays 2 coins to player 1 as salary'

    Args:
        event: one of `events`.
        viewer: the seat of the reader, from 0, who is called you; None for a spectator.

    Raises:
        WrongType: `event` is not an event.

    Rules: info.public, info.views.
    """
    kind = _KINDS.get(type(event), "")
    if kind not in _EVENTS:
        raise WrongType(f"event must be an event of this game, not {short_repr(event)}")
    match event:
        case table.CardsPassed(taker=None):
            kind = "cards-returned"
        case table.AuctionOpened(building=str()):
            kind = "last-building"
        case table.RentDemanded(amount=None):
            kind = "part-demanded"
        case table.Answered(accepted=False):
            kind = "declined"
        case table.Turned(mortgaged=False):
            kind = "redeemed"
    return _EVENTS[kind].format_map(_Parts(None, event, viewer))


@attrs.frozen
class _Parts:
    """The parts of an event, a move or the step that asks a question, as templates write them."""

    holdings: Any
    thing: object
    viewer: int | None

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - whatever a thing has
        """Return a part in a form that can be formatted."""
        part = find_part(self.holdings, self.thing, name)
        return _Number(part, self.viewer) if part is None or type(part) is int else part


def find_part(holdings: Any, thing: object, name: str) -> Any:  # noqa: ANN401 - whatever a thing has
    """Return an attribute of an event, a move or a step, or a part computed from it."""
    return getattr(thing, name) if hasattr(thing, name) else _COMPUTED[name](holdings, thing)


class _Number(NamedTuple):
    """A number, a sum of money, or a player; None stands for the Treasury."""

    number: Any
    viewer: int | None

    def __format__(self, form: str) -> str:
        """Return the number in words; the module describes the forms."""
        if not form:
            return str(self.number)
        if form == "coins":
            return coins(self.number)
        called = person(self.number, self.viewer)
        if form == "player":
            return called
        is_viewer = called == "you"
        if form == "'s":
            return "your" if is_viewer else f"{called}'s"
        subject, verb = ("", form[1:]) if form[0] == "~" else (called, form)
        verb = _YOURS.get(verb, verb[:-1]) if is_viewer else verb
        return f"{subject} {verb}".strip()


_YOURS = {"is": "are", "goes": "go", "passes": "pass", "may": "may", "has": "have"}


def move_in_words(position: state.Position, move: Move) -> str:
    """Return a move in words, with relevant names and prices.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, parse_move
    >>> state = arrange(SAMPLE, cash=(9, 6), deeds={5: Deed(0), 14: Deed(1)})
    >>> move_in_words(state, parse_move("mortgage 5"))
    'mortgage Thornwick for 2 coins'
    >>> move_in_words(state, parse_move("offer 1: 5 for 14+2c"))
    'offer player 1 Thornwick for The Two Lanterns and 2 coins'

    Raises:
        InvalidValue: the board lacks a space or a set of the move.
        WrongType: `position` is not a position, or `move` not a move.

    Rules: info.public.
    """
    state.check_position(position)
    moves.check_move("move", move)
    holdings, kind = position.table, _KINDS[type(move)]
    decision = position.decision
    is_own_turn = holdings.active_player == holdings.turn_player
    match move:
        case moves.Pass() | moves.StandBy() if decision is state.Decision.FLOOR and is_own_turn:
            kind = f"throw-{kind}"
        case moves.Buy() if decision is state.Decision.PURCHASE:
            kind = "buy-here"
        case moves.Choose(own=int()):
            kind = "swap"
    try:
        return _MOVES[kind].format_map(_Parts(holdings, move, None))
    except LookupError:
        raise InvalidValue(f"the board lacks a space or a set named in {move}") from None


def player_in_words(position: state.Position, player: int) -> str:
    """Return the coins and the number of deeds of a player, from 0, in words.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
    >>> player_in_words(arrange(SAMPLE, cash=(9, 1), deeds={5: Deed(1)}), 1)
    '1 coin, 1 deed'

    Raises:
        InvalidValue: the seat does not exist.
        WrongType: `position` is not a position.

    Rules: info.public.
    """
    player = state.check_seat(position, player)
    table = position.table
    if player in table.bankrupt:
        return "bankrupt"
    words = [coins(table.cash[player]), count_things(len(state.deeds_of(table, player)), "deed")]
    return ", ".join(words + ["in jail"] * (table.jail_tries[player] is not None))


def question(position: state.Position) -> str:
    """Return the open question as a sentence, with the names and numbers that matter.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, parse_move
    >>> from westeros_intrigue.games.monopoly import apply
    >>> state = arrange(SAMPLE, cash=(9, 6), deeds={5: Deed(0), 14: Deed(1)})
    >>> question(state)
    "player 0 may act before player 0's throw"
    >>> question(apply(state, parse_move("offer 1: 5 for 14+2c")))
    'player 0 offers player 1 Thornwick for The Two Lanterns and 2 coins'

    Args:
        position: a state, or a view, whose player is called you.

    Raises:
        WrongType: `position` is not a position.

    Rules: info.public.
    """
    state.check_position(position)
    return question_in_words(position.table, getattr(position, "player", None))


def question_in_words(holdings: Holdings, viewer: int | None = None) -> str:
    """Return the question to the asked player, or the reason why no player is asked."""
    if holdings.active_player is None:
        return _QUESTIONS[holdings.phase.value].format_map(_Parts(holdings, None, viewer))
    step = first_step(holdings.agenda, state.Question)
    is_first = isinstance(step, dealings.Auction) and step.leader is None
    template = _QUESTIONS["first-bid" if is_first else step.KIND.value]
    return template.format_map(_Parts(holdings, step, viewer))


def _due_in_words(holdings: Holdings, space: int) -> str:
    name = holdings.board.names[space]
    if (rent := state.rent_of(holdings, space)) is not None:
        return f"{coins(rent)} of rent on {name}"
    return f"rent on {name}: {_share_in_words(*state.order_share(holdings, space))}"


def _lot_in_words(holdings: Holdings, auction: dealings.Auction) -> str:
    if auction.building:
        return f"the last {auction.building}"
    board, space = holdings.board, auction.space
    return f"{board.names[space]} ({_rents_in_words(board, space)})"


def _rents_in_words(board: Board, space: int) -> str:
    """Return the lowest and the highest rent of a deed."""
    rents = board.rents[space]
    if board.kinds[space] is spaces.SpaceKind.FAITH:
        rents = board.edition.faith_rent
    elif board.kinds[space] is spaces.SpaceKind.ORDER:
        shares = board.edition.order_rent
        rents = (state.part_of_throw(shares[0], 2), state.part_of_throw(shares[-1], 12))
    return f"rent {rents[0]} to {rents[-1]}"


def _share_in_words(part: int, whole: int) -> str:
    """Return a part of a throw in words, with the coins for the lowest and the highest throw."""
    shares = {(1, 1): "", (1, 2): "half of ", (1, 3): "a third of ", (1, 4): "a quarter of "}
    least, most = (state.part_of_throw((part, whole), thrown) for thrown in (2, 12))
    rounded = ", rounded up" * (whole > 1)
    share = shares.get((part, whole), f"{part}/{whole} of " if whole > 1 else f"{part} times ")
    return f"{share}the next throw{rounded} ({least} to {coins(most)})"


_COMPUTED: Mapping[str, Callable[[Any, Any], Any]] = {
    "asked": lambda holdings, _: holdings.active_player,
    "cash": lambda holdings, _: holdings.cash[holdings.active_player],
    "cost": lambda holdings, move: state.building_cost(holdings, move.space),
    "deed_name": lambda holdings, move: holdings.board.names[move.deed],
    "due": lambda holdings, claim: _due_in_words(holdings, claim.space),
    "fee": lambda holdings, _: holdings.board.edition.jail.fee,
    "given": lambda holdings, offer: _side_in_words(holdings, offer.give),
    "gives": lambda _, event: goods(event.give, event.given),
    "goods": lambda _, event: goods(Bundle(cards=event.number), ()),
    "here": lambda holdings, _: holdings.board.names[holdings.positions[holdings.turn_player]],
    "how": lambda _, step: "swap a deed with" if step.is_swap else "take a deed of",
    "lot": _lot_in_words,
    "lowest_bid": lambda holdings, auction: auction.find_lowest_bid(holdings),
    "means": lambda holdings, _: state.means_of(holdings, holdings.active_player),
    "mortgage": lambda holdings, move: holdings.board.mortgages[move.space],
    "name": lambda holdings, move: holdings.board.names[move.space],
    "own_name": lambda holdings, move: holdings.board.names[move.own],
    "price": lambda holdings, _: holdings.board.prices[holdings.positions[holdings.turn_player]],
    "rent": lambda holdings, claim: state.rent_of(holdings, claim.space),
    "rents": lambda holdings, step: _rents_in_words(holdings.board, step.space),
    "roller": lambda holdings, _: holdings.turn_player,
    "sale": lambda holdings, move: state.sale(holdings, move.space),
    "set_sale": lambda holdings, move: state.set_sale(holdings, holdings.board.groups[move.group]),
    "taken": lambda holdings, offer: _side_in_words(holdings, offer.take),
    "tries": lambda holdings, _: holdings.jail_tries[holdings.active_player],
    "unmortgage": lambda holdings, move: holdings.board.unmortgages[move.space],
    "wants": lambda _, event: goods(event.take, event.taken),
    "winner": lambda holdings, _: table.solvent(holdings)[0],
}
"""The parts that are not attributes, from the table and the event, the move or the step."""


def _side_in_words(holdings: Holdings, side: Bundle) -> str:
    return goods(side, (holdings.board.names[space] for space in side.deeds))


def person(player: int | None, viewer: int | None = None) -> str:
    """Return the name of a player; None is the Treasury."""
    if player is None:
        return "the Treasury"
    return "you" if player == viewer else f"player {player}"


def coins(amount: int) -> str:
    """Return a sum of money in words."""
    return count_things(amount, "coin")


def goods(bundle: Bundle, names: Iterable[str]) -> str:
    """Return one side of an offer in words; `names` has the names of its deeds.

    >>> goods(Bundle((14, 5), coins=3), ("Thornwick", "Gullhaven"))
    'Thornwick, Gullhaven and 3 coins'
    """
    parts = [*names]
    if cards := bundle.cards:
        parts.append("a jail card" if cards == 1 else count_things(cards, "jail card"))
    parts += [coins(bundle.coins)] if bundle.coins else []
    return join_words(parts or ["nothing"])


def effect_in_words(effect: Effect, names: tuple[str, ...]) -> str:
    """Return an effect of a Chance card in words; `names` has the names of the spaces.

    >>> from westeros_intrigue.games.monopoly.spaces import SpaceKind
    >>> effect_in_words(Effect(Word.MOVE_BY, (-1,)), ())
    'go back 1 space'
    >>> effect_in_words(Effect(Word.MOVE_TO_NEAREST, kind=SpaceKind.GO_TO_JAIL), ())
    'go to the next Go To Jail'
    """
    numbers = [coins(number) for number in effect.numbers]
    if effect.word is Word.MOVE_TO:
        numbers = [names[space] for space in effect.numbers]
    elif effect.word is Word.MOVE_BY:
        [steps] = effect.numbers
        numbers = [f"{'on' if steps > 0 else 'back'} {count_things(abs(steps), 'space')}"]
    kind = effect.kind.value.replace("_", " ").title() if effect.kind else ""
    return effect.word.sentence.format(*numbers, kind=kind)
