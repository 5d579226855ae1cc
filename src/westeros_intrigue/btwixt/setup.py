"""A new game.

Rules: setup.order, setup.first-player, setup.leaders, setup.no-powers, setup.deck, setup.chance,
box.refused, box.minimum.
"""

from __future__ import annotations

from collections.abc import Iterable

from westeros_intrigue.base.chance import RandomSource, source_of
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_integer, check_type, tuple_of
from westeros_intrigue.btwixt.agenda import run
from westeros_intrigue.btwixt.box import SAMPLE_BOX, Box
from westeros_intrigue.btwixt.chance import Chance, check_chance, draw_chance
from westeros_intrigue.btwixt.drafting import LeaderCard
from westeros_intrigue.btwixt.memory import Block
from westeros_intrigue.btwixt.ring import MAX_PLAYERS, MIN_PLAYERS, clockwise
from westeros_intrigue.btwixt.seasons import StartSeason
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import Council, Phase, Table
from westeros_intrigue.btwixt.variants import STANDARD, Variant
from westeros_intrigue.btwixt.working_copy import WorkingCopy


def setup(
    players: int,
    *,
    box: Box = SAMPLE_BOX,
    seed: int | None = None,
    rng: RandomSource | None = None,
    chance: Chance | None = None,
    first_player: int = 0,
    leaders: Iterable[str] | None = None,
    variant: Variant = STANDARD,
) -> GameState:
    """Return a new game, up to its first decision.

    Without seed, rng and chance the game is another one each time.

    >>> setup(3, seed=1).decision.kind
    DecisionKind.CHOOSE_LEADER
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> state = setup(3, seed=1, leaders=leaders, first_player=1)
    >>> state.phase, state.active_player, state.current[0].ally
    (Phase.BIDDING, 1, 'varys')

    Args:
        players: the number of leaders, 3 to 6.
        box: the cards and tokens; the sample by default, which contains inventions.
        seed: chance is drawn from it; the same seed repeats a game everywhere.
        rng: chance is drawn from it.
        chance: all chance.
        first_player: the seat that was betrayed most recently, from 0.
        leaders: the leader card of each seat, by id; without them they are chosen in play.
        variant: the rules in force.

    Raises:
        InvalidBox: the game cannot be played with the box; the error names every gap.
        InvalidChance: the game cannot have that chance.
        InvalidValue: a number is out of its range; chance has two sources; the leaders
            are not those of the box, each once.

    Rules: setup.order, setup.first-player, setup.leaders, setup.deck, setup.chance, box.refused.
    """
    players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
    first_player = check_integer("first_player", first_player, 0, players - 1)
    check_type("box", box, Box)
    check_type("variant", variant, Variant)
    sources = {"seed": seed, "rng": rng, "chance": chance}
    named = [name for name, source in sources.items() if source is not None]
    if len(named) > 1:
        raise InvalidValue(f"chance comes from one source, not from {' and '.join(named)}")
    given = None if leaders is None else _checked_leaders(leaders, players, box)
    if chance is not None:
        check_type("chance", chance, Chance)
        check_chance(chance, players, box, variant)
    else:
        chance = draw_chance(players, source_of(seed, rng), box, variant)
    table = Table(
        box=box,
        variant=variant,
        players=players,
        leaders=given or (None,) * players,
        phase=Phase.CHOOSING_LEADERS,
        season=variant.seasons(players)[0],
        round_number=1,
        first_player=first_player,
        agenda=(*map(LeaderCard, () if given else clockwise(first_player, players)), StartSeason()),
        hand_sizes=(0,) * players,
        piles=((),) * players,
        knelt=(False,) * players,
        councils=(Council(),) * players,
        supply=tuple(range(len(chance.tokens))),
        deck_size=len(chance.influence[0]),
        ally_deck_size=len(chance.allies),
        pack_sizes=(0,) * players,
        aside_sizes=(0,) * players,
    )
    none = ((),) * players
    state = GameState(
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
        given_leaders=given is not None,
    )
    game = WorkingCopy(state)
    run(game)
    return game.frozen()


def _checked_leaders(given: Iterable[str], players: int, box: Box) -> tuple[str, ...]:
    leaders = tuple_of("leaders", str, given)
    if len(leaders) != players:
        raise InvalidValue(f"leaders must name {players}, one for each seat, not {len(leaders)}")
    known = [leader.id for leader in box.leaders]
    for leader in leaders:
        if leader not in known:
            raise InvalidValue(f"the box {box.name!r} has no leader {leader!r}")
    if len(set(leaders)) < players:
        raise InvalidValue("leaders must name each leader card once")
    return leaders
