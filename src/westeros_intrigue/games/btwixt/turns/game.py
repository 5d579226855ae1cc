"""The game move by move: setup, legal moves and their results, refusals, views and snapshots.

Rules: decision.order, decision.forced, bid.turn, setup.chance, setup.order, setup.first-player,
setup.leaders, setup.no-powers, setup.deck, box.refused, box.minimum, info.public, info.hand,
info.tokens, info.ally-deck, info.discard, info.returned, info.taken, info.draft, info.set-aside,
info.memory.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator
from typing import Final, Self

import attrs

from westeros_intrigue.gamekit import english, limits, rulebook, values
from westeros_intrigue.gamekit.chance import RandomSource, check_one_source, source_of
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.games.bots import answerer
from westeros_intrigue.games.btwixt.pieces import cards, variants
from westeros_intrigue.games.btwixt.pieces.box import SAMPLE_BOX, Box
from westeros_intrigue.games.btwixt.pieces.chance import Chance, check_chance, draw_chance
from westeros_intrigue.games.btwixt.position.happenings import Events
from westeros_intrigue.games.btwixt.position.moves import MOVES, Move, Moves, check_move
from westeros_intrigue.games.btwixt.position.refusals import Facts, IllegalMove, Refusal, Violation
from westeros_intrigue.games.btwixt.position.state import (
    GameState,
    Position,
    Sights,
    View,
    add_sights,
    check_position,
    check_seat,
)
from westeros_intrigue.games.btwixt.position.table import Block, Council, Phase, Table
from westeros_intrigue.games.btwixt.position.working_copy import WorkingCopy
from westeros_intrigue.games.btwixt.turns import abilities, seasons
from westeros_intrigue.games.btwixt.turns.questions import AnyQuestion, list_answers, question_of

_RULES = rulebook.read_rulebook("westeros_intrigue.games.btwixt")
RULEBOOK: Final = _RULES[0]
"""All rules by id, in the order of their chapters."""
PRIMER: Final = _RULES[1]
"""The rules that a newcomer needs, as short paragraphs in reading order."""
rule: Final = RULEBOOK.rule


def table_rules(position: Position) -> tuple[str, ...]:
    """Return the rules that the players of a table need, a paragraph for each chapter.

    Together, they have at most 6000 characters.

    >>> from westeros_intrigue.games.btwixt import DRAFT
    >>> any(text.startswith("draft: ") for text in table_rules(setup(3, seed=1)))
    False
    >>> any(text.startswith("draft: ") for text in table_rules(setup(3, seed=1, variant=DRAFT)))
    True

    Rules: variant.combine, short.start, row.fill.
    """
    check_position(position)
    variant = position.variant
    is_kingsmoot = variant.draft is variants.Drafting.KINGSMOOT
    facts = {
        "advanced": variant.is_advanced,
        "no-powers": not variant.is_advanced,
        "standard-deck": not (variant.is_advanced or is_kingsmoot),
        "drafted": variant.is_drafted,
        "kingsmoot": is_kingsmoot,
    }
    traits = [name for name, holds in facts.items() if holds]
    traits += (
        word if getattr(variant, flag) else f"not-{word}" for flag, word in variants.FLAGS.items()
    )
    return rulebook.in_paragraphs(RULEBOOK.of_table(traits))


def deciders(position: Position) -> cards.Numbers:
    """Return the seats that may decide now, from 0: several while they draft at the same time.

    >>> from westeros_intrigue.games.btwixt import DRAFT, setup
    >>> leaders = ("jon-snow", "cersei-lannister", "euron-greyjoy")
    >>> deciders(setup(3, seed=1, leaders=leaders, variant=DRAFT, first_player=1))
    (1, 2, 0)

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: draft.pick.
    """
    check_position(position)
    return position.deciders


def legal_moves(position: Position) -> Moves:
    """Return every legal move of the decider, in a fixed order; none if the viewer does not decide.

    Playing cards comes before kneeling, kneeling before skipping, and choosing before declining;
    choices are ordered by seat, council and card.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> print(*legal_moves(setup(3, seed=1))[-2:], sep=", ")
    leader hedge-knight, random leader

    Raises:
        WrongType: `position` is neither a GameState nor a View.

    Rules: decision.order.
    """
    if isinstance(position, GameState):
        # For `apply`, which is usually called with one of them.
        moves = position.__dict__["legal"] = list_answers(position)
        return moves
    check_position(position)
    seat = answerer(position)
    return () if seat is None else list_answers(position, seat)


distinct_moves = legal_moves
"""The same as `legal_moves`: no two have the same effect (rules decision.order, box.copies)."""


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return every reason for refusing a move; empty for legal moves only.

    >>> from westeros_intrigue.games.btwixt import Kneel, setup
    >>> print(*explain(setup(3, seed=1), Kneel()))  # doctest: +ELLIPSIS
    kneel: it answers another question. Pick a leader card, or draw a random one: ...

    Args:
        position: the game, or the mover's view of it.
        move: the move to check.
        player: the seat that makes it, from 0; None for the decider, or for the viewer.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: decision.order.
    """
    check_position(position)
    check_move(move)
    if player is not None:
        player = check_seat(position, player)
    return tuple(_violations(position, move, player))


def apply(state: GameState, move: Move, *, player: int | None = None) -> GameState:
    """Return the state after a move and all consequences that need no decision.

    >>> from westeros_intrigue.games.btwixt import ChooseLeader, setup
    >>> state = apply(setup(3, seed=1), ChooseLeader("jon-snow"), player=0)
    >>> state.leaders, state.active_player
    (('jon-snow', None, None), 1)

    Args:
        state: the game.
        move: the move of the decider.
        player: the seat that makes it, from 0, which must be a decider; None skips this check.

    Raises:
        IllegalMove: the rules refuse the move; the error lists every reason.
        InvalidValue: the seat does not exist.

    Rules: bid.turn, order.depth.
    """
    if type(state) is not GameState:
        values.check_type("state", state, GameState)
    if player is not None:
        player = check_seat(state, player)
    question = question_of(state)
    seat = None if question is None else _mover(state, question, move, player)
    if question is None or seat is None:
        raise IllegalMove(explain(state, move, player=player), move, state)
    game = WorkingCopy(state)
    # As `answer` and `drop` do, without two more calls at every move.
    table = game.table
    table.agenda = table.agenda[1:]
    question.accept(game, seat, move)
    game.run()
    return game.freeze()


def _mover(state: GameState, question: AnyQuestion, move: Move, player: int | None) -> int | None:
    """Return the seat that makes a move; None if the move is refused."""
    if player is None and state.legal:
        for listed in state.legal:
            if listed is move:
                return question.seat
    seat = answerer(state, player)
    if seat is None or not isinstance(move, MOVES):
        return None
    return seat if question.allows(state.table, question.see_hidden(state, seat), move) else None


def proceed(state: GameState) -> GameState:
    """Return the state unchanged: `apply` already does everything that needs no decision.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> state = setup(3, seed=1)
    >>> proceed(state) is state
    True

    Raises:
        WrongType: `state` is not a GameState.

    Rules: order.depth.
    """
    values.check_type("state", state, GameState)
    return state


def _violations(position: Position, move: Move, player: int | None) -> Iterator[Violation]:
    """Yield each reason for refusing a move."""
    question, seat = question_of(position), answerer(position, player)
    if question is None:
        yield Refusal.GAME_OVER.of(move, Facts())
    elif seat is None:
        yield Refusal.NOT_YOUR_DECISION.of(move, Facts(deciders=question.deciders))
    else:
        yield from question.faults(position, seat, move)


def setup(
    players: int,
    *,
    box: Box = SAMPLE_BOX,
    seed: int | None = None,
    rng: RandomSource | None = None,
    chance: Chance | None = None,
    first_player: int = 0,
    leaders: Iterable[str] | None = None,
    variant: variants.Variant = variants.STANDARD,
) -> GameState:
    """Return a new game, up to its first decision.

    Without seed, rng and chance, every game is different.

    >>> setup(3, seed=1).decision.kind
    DecisionKind.CHOOSE_LEADER
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> state = setup(3, seed=1, leaders=leaders, first_player=1)
    >>> state.phase, state.active_player, state.current[0].ally
    (Phase.BIDDING, 1, 'ilyn-payne')

    Args:
        players: the number of leaders, 3 to 6.
        box: the cards and tokens; by default the sample, which contains inventions.
        seed: the seed of chance; the same seed repeats a game on every machine.
        rng: the source of chance.
        chance: all random outcomes.
        first_player: the seat that was betrayed most recently, from 0.
        leaders: the leader card of each seat, by id; None if they are chosen in play.
        variant: the rules in force.

    Raises:
        InvalidBox: the box is unsuitable for the game; the error names every gap.
        InvalidChance: the game cannot have these random outcomes.
        InvalidValue: a number is out of range, chance has two sources, or the leaders are not
            different leaders of the box.

    Rules: setup.order, setup.first-player, setup.leaders, setup.deck, setup.chance, box.refused.
    """
    players = values.check_integer("players", players, cards.MIN_PLAYERS, cards.MAX_PLAYERS)
    first_player = values.check_integer("first_player", first_player, 0, players - 1)
    values.check_type("box", box, Box)
    values.check_type("variant", variant, variants.Variant)
    check_one_source(seed=seed, rng=rng, chance=chance)
    given = None if leaders is None else check_leaders(leaders, players, box)
    if chance is not None:
        values.check_type("chance", chance, Chance)
        check_chance(chance, players, box, variant)
    else:
        chance = draw_chance(players, source_of(seed, rng), box, variant)
    game = WorkingCopy(lay_table(players, box, variant, chance, first_player, given))
    game.run()
    return game.freeze()


def lay_table(  # noqa: PLR0917 - what a game begins with
    players: int,
    box: Box,
    variant: variants.Variant,
    chance: Chance,
    first_player: int,
    leaders: cards.Ids | None,
) -> GameState:
    """Return the table before the first event."""
    choosing = () if leaders else cards.clockwise(first_player, players)
    none, none_held = ((),) * players, (0,) * players
    table = Table(
        box=box,
        variant=variant,
        players=players,
        leaders=leaders or (None,) * players,
        phase=Phase.CHOOSING_LEADERS,
        season=variant.seasons(players)[0],
        round_number=1,
        first_player=first_player,
        agenda=(*map(seasons.LeaderCard, choosing), seasons.StartSeason()),
        hand_sizes=none_held,
        piles=none,
        knelt=(False,) * players,
        councils=(Council(),) * players,
        supply=tuple(range(len(chance.tokens))),
        deck_size=len(chance.influence[0]),
        ally_deck_size=len(chance.allies),
        pack_sizes=none_held,
        aside_sizes=none_held,
    )
    return GameState(
        table=table,
        hands=none,
        packs=none,
        asides=none,
        deck=chance.influence[0],
        ally_deck=chance.allies,
        looked_at=(),
        put_back=(),
        blocks=((Block(len(chance.allies)),),) * (players + 1),
        sights=(),
        chance=chance,
        moves=(),
        given_leaders=leaders is not None,
    )


def check_leaders(given: Iterable[str], players: int, box: Box) -> cards.Ids:
    """Check that the leader cards of all seats are different ones of the box; return them."""
    leaders = limits.tuple_of("leaders", str, given)
    if len(leaders) != players:
        raise InvalidValue(f"leaders must name {players}, one for each seat, not {len(leaders)}")
    known = [leader.id for leader in box.leaders]
    for leader in leaders:
        if leader not in known:
            found, wanted = values.short_repr(leader), english.join_words(known, "or")
            raise InvalidValue(f"the box {box.name!r} has no leader {found}: choose {wanted}")
    if len(set(leaders)) < players:
        raise InvalidValue("leaders must name each leader card only once")
    return leaders


def observe(state: GameState, player: int | None) -> View:
    """Return the view of a seat, from 0, or of a spectator if `player` is None.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 1)
    >>> len(view.hand), view.hand_sizes
    (10, (10, 10, 10))

    Args:
        state: the state of a game.
        player: the seat, from 0; None for a spectator.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: info.public, info.hand, info.memory.
    """
    if type(state) is not GameState:
        values.check_type("state", state, GameState)
    common, starts = state.blocks[-1], state.starts
    if player is None:
        start = starts[-1] if starts else ""
        return View(None, state.table, (), (), (), (), (), (), common, common, (), start=start)
    table = state.table
    if type(player) is not int or not 0 <= player < table.players:
        player = check_seat(state, player)
    asked = question_of(state)
    if asked is not None and player not in asked.deciders:
        asked = None
    looks = isinstance(asked, abilities.LookingQuestion)
    shown: set[int | None] = set()
    if table.lasting:
        shown = {each.target for each in table.lasting if each.leader == player}
    if isinstance(asked, abilities.Take):
        shown.add(asked.leader)
    others: list[tuple[int, cards.Cards]] = []
    if shown:
        hands = enumerate(state.hands)
        others = [(seat, hand) for seat, hand in hands if seat in shown and seat != player]
    return View(
        player=player,
        table=table,
        hand=state.hands[player],
        pack=state.packs[player],
        aside=state.asides[player],
        shown_hands=tuple(others),
        looked_at=state.looked_at if looks else (),
        put_back=state.put_back if looks else (),
        blocks=state.blocks[player],
        common_blocks=common,
        sights=_sights_of(player, state.sights),
        answer=dict(state.answers).get(player),
        past_sights=_sights_of(player, state.past_sights),
        start=starts[player] if starts else "",
    )


def _sights_of(player: int, sights: Sights) -> Sights:
    return tuple([sight for sight in sights if player in (sight[1].viewers or ())])


@attrs.frozen(repr=False)
class Snapshot(values.Value):
    """A view without the events that led to it, for programs that show it.

    Its document does not grow with the game, and is only written: no reader could check that a game
    leads to it.

    >>> from westeros_intrigue.games.btwixt import DOCUMENTS
    >>> view = observe(setup(3, seed=1), 2)
    >>> Snapshot.of(view)
    <Snapshot of player 2: 3 players, summer, round 1, choosing-leaders, player 0 to decide>
    >>> DOCUMENTS.to_json(view, history=False) == DOCUMENTS.to_json(Snapshot.of(view))
    True

    Legal moves, questions and drawings of `view` are those of the whole view. `determinize` and
    computer players need the whole view.

    Rules: info.public, info.memory.
    """

    view: View
    """The current moment: no events, and of the finished rounds only the last result."""

    def __repr__(self) -> str:
        return f"<Snapshot of {viewer_in_words(self.view.player)}: {self.view.summary}>"

    @classmethod
    def of(cls, view: View) -> Self:
        """Return the snapshot of a view.

        Raises:
            WrongType: `view` is not a View.
        """
        values.check_type("view", view, View)
        table = attrs.evolve(view.table, log=(), past=(), results=view.table.results[-1:])
        return cls(attrs.evolve(view, table=table, sights=(), past_sights=(), start=""))


def events(before: Position | None, after: Position) -> Events:
    """Return the events from one position of a game to a later one, or all so far, in order.

    Between two states, every event is complete and lists the seats that may see it; `sentence`
    omits facts hidden from its viewer. Between two views of a seat, the events are as that seat saw
    them.

    >>> from westeros_intrigue.games.btwixt import apply, parse_move, sentence, setup
    >>> before = setup(3, seed=1)
    >>> after = apply(before, parse_move("leader jon-snow"))
    >>> [sentence(event, None) for event in events(before, after)]
    ['player 0 leads as jon-snow']

    Args:
        before: a state or a view; None for all events that the later position knows of.
        after: a later state of the game, or a later view of the same seat.

    Raises:
        InvalidValue: they belong to different games or seats, or are in the wrong order.
        WrongType: an argument is neither a state nor a view, or their classes differ.

    Rules: info.public, info.memory.
    """
    if before is None:
        check_position(after)
        return add_sights(after.table.past + after.table.log, after.past_sights + after.sights)
    if not isinstance(before, Position) or type(before) is not type(after):
        raise WrongType("before and after must be two states, or two views")
    if isinstance(before, View) and isinstance(after, View) and before.player != after.player:
        raise InvalidValue("the views belong to two seats")
    old, new = before.table, after.table
    if old.past is new.past:  # mostly, since a season has many events
        earlier, logged, first, sights = len(old.past), new.log, old.log, after.sights
    else:
        earlier, logged, first = 0, new.past + new.log, old.past + old.log
        sights = after.past_sights + after.sights
    known = len(first)
    # Tuples compare quickly: their parts are mostly the same objects.
    begun = old.players, old.variant, old.box, first
    if begun != (new.players, new.variant, new.box, logged[:known]):
        raise InvalidValue("the second position does not come after the first in one game")
    return add_sights(logged[known:], sights, earlier + known)
