"""check_player and check_engine: who passes, and that each planted fault is told."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import attrs
import pytest
from second_engine_adapter import Adapter, start

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Card,
    House,
    Move,
    Phase,
    Player,
    RandomSource,
    Slot,
    View,
    distinct_moves,
    greedy_player,
    legal_moves,
    observe,
    random_player,
    setup,
)
from westeros_intrigue.testing import (
    Checked,
    CheckFailed,
    Engine,
    Facts,
    Table,
    check_engine,
    check_player,
    compare_engine,
    tables_to_check,
)
from westeros_intrigue.testing.checks import listed

# Players


@pytest.mark.parametrize("player", [random_player, greedy_player])
def test_the_players_of_the_library_keep_what_is_asked(player: Player) -> None:
    checked = check_player(player)
    assert checked.games == 2 * 2 * (5 * 4 + 1)
    assert checked.placements > 300


def raises(view: View, _rng: RandomSource) -> Move:
    raise KeyError(view.players)


def returns_text(view: View, _rng: RandomSource) -> Any:
    return str(distinct_moves(view)[0])


def places_a_card_of_another(view: View, _rng: RandomSource) -> Move:
    [*_, move] = legal_moves(view)
    others = [Card(move.card.house, number) for number in range(1, 10)]
    return Move(next(card for card in others if card not in view.hand), move.slot)


def builds_too_wide(view: View, _rng: RandomSource) -> Move:
    bottom = [slot.column for slot in view.court if slot.row == 0]
    return Move(view.hand[0], Slot(0, max(bottom, default=-1) + 1))


def wants_a_whole_random(view: View, rng: Any) -> Move:
    move: Move = rng.choice(distinct_moves(view))
    return move


def draws_globally(view: View, _rng: RandomSource) -> Move:
    return random.choice(distinct_moves(view))


def draws_from_nowhere(view: View, _rng: RandomSource) -> Move:
    return random.SystemRandom().choice(distinct_moves(view))


def writes_into_the_view(view: View, rng: RandomSource) -> Move:
    move = random_player(view, rng)
    object.__setattr__(view, "hand", view.hand[1:])
    return move


def forgets_the_starters(view: View, _rng: RandomSource) -> Move:
    if not view.placements:
        return Move(view.hand[0], Slot(0, 0))
    return distinct_moves(view)[0]


def knows_one_round_only(view: View, _rng: RandomSource) -> Move:
    return {1: distinct_moves(view)[0]}[view.round_number]


class Remembers:
    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, view: View, _rng: RandomSource) -> Move:
        self.calls += 1
        moves = distinct_moves(view)
        return moves[self.calls % len(moves)]


BAD_PLAYERS: dict[str, tuple[Player, str]] = {
    "raises": (raises, "raised KeyError: 2"),
    "returns text": (returns_text, r"did not return a Move: 'S\d@a0'"),
    "a card of another": (places_a_card_of_another, "player 0 does not hold it"),
    "too wide": (builds_too_wide, "the bottom row holds 7 cards and is full"),
    "choice": (wants_a_whole_random, "raised AttributeError: .* has no attribute 'choice'"),
    "global random": (draws_globally, "Python's global source of random numbers"),
    "entropy": (draws_from_nowhere, "another move when the same game was played again"),
    "writes into the view": (writes_into_the_view, "changed the view"),
    "forgets starters": (forgets_the_starters, "5 players, .*round 1, at the start"),
    "one round": (knows_one_round_only, "KeyError: 2.*\n.*\n  turn: round 2"),
    "remembers": (Remembers(), "reproducible=False"),
}


@pytest.mark.parametrize("name", BAD_PLAYERS)
def test_a_player_with_a_fault_is_told_what_and_where(name: str) -> None:
    player, told = BAD_PLAYERS[name]
    with pytest.raises(CheckFailed, match="(?s)" + told) as caught:
        check_player(player)
    assert "  table: " in str(caught.value)
    assert "  turn: " in str(caught.value)


def test_a_player_that_remembers_may_do_so_if_that_is_said() -> None:
    assert check_player(Remembers(), players=[3], reproducible=False).games == 2 * 4


def test_the_tables_of_a_check_can_be_given() -> None:
    assert check_player(random_player, variants=[SOLO_SCHEMING], games=1).games == 2
    one = STANDARD.with_rounds(1)
    checked = check_player(random_player, players=[2, 3], variants=[one], games=1)
    assert checked.games == 4


@pytest.mark.parametrize("players", range(2, 7))
def test_the_tables_to_check_can_be_played_and_show_every_option(players: int) -> None:
    tables = tables_to_check(players)
    for _, variant in tables:
        assert setup(players, seed=1, variant=variant).players == players
    options = {option for _, variant in tables for option in variant.options}
    assert options == {"house_affiliation", "rivalry", "anyone_can_die"}


def test_many_moves_are_listed_in_part() -> None:
    moves = legal_moves(setup(2, seed=1))
    assert listed(moves[:8]).count("@") == 8
    assert listed(moves).endswith(f" and {len(moves) - 8} more")


# Engines


def test_the_second_engine_plays_as_the_library_does() -> None:
    checked = check_engine(start, games=1, refusals=1)
    assert checked == Checked(games=21, placements=checked.placements)
    assert checked.placements > 800


def test_the_second_engine_plays_into_the_heights_alike() -> None:
    assert check_engine(start, players=[3], variants=[STANDARD.with_rounds(1)], games=4).games == 4


class Lacking(Adapter):
    """Lists all legal moves but the last."""

    def legal_moves(self) -> Iterable[Move]:
        return sorted(super().legal_moves(), key=str)[:-1]


class Generous(Adapter):
    """Lists a move too many."""

    def legal_moves(self) -> Iterable[Move]:
        return [*super().legal_moves(), Move(Card(House.STARK, 1), Slot(9, 0))]


class Wide(Adapter):
    """Takes whatever it is given."""

    def apply(self, move: Move) -> None:
        if move in self.legal_moves():
            super().apply(move)


class Spoilt(Adapter):
    """Refuses an illegal move, but loses a card by it."""

    def apply(self, move: Move) -> None:
        if move not in self.legal_moves():
            self.game.hands[self.game.to_move or 0].pop()
        super().apply(move)


class Refusing(Adapter):
    """Refuses what is legal."""

    def apply(self, move: Move) -> None:
        if move.slot.row > 0:
            raise ValueError("no higher")
        super().apply(move)


class StuckAtTheEnd(Adapter):
    """Cannot score a round."""

    def score_round(self) -> None:
        raise NotImplementedError


class Broken(Adapter):
    """Cannot tell how its game stands."""

    def facts(self) -> Facts:
        raise ZeroDivisionError


class NotStarting(Adapter):
    """Cannot start."""

    def __init__(self, table: Table) -> None:
        raise ValueError(table.players)


def telling(change: Callable[[Facts], Any]) -> Engine:
    """The second engine, telling changed facts."""

    class Telling(Adapter):
        def facts(self) -> Facts:
            facts = super().facts()
            change(facts)
            return facts

    return Telling


def backwards(facts: Facts) -> None:
    players = len(facts["penalty_points"])
    if facts["active_player"] is not None and facts["court"]:
        facts["active_player"] = (facts["active_player"] - 2) % players


def no_rotation(facts: Facts) -> None:
    facts["starting_player"] = 0


def pyramid_upside_down(facts: Facts) -> None:
    facts["court"] = {Slot(slot.row, -slot.column): at for slot, at in facts["court"].items()}


def hands_dealt_on(facts: Facts) -> None:
    facts["hands"] = [*facts["hands"][1:], facts["hands"][0]]


def out_sorted(facts: Facts) -> None:
    facts["out"] = sorted(facts["out"])


def no_points(facts: Facts) -> None:
    facts["penalty_points"] = [0] * len(facts["penalty_points"])


def first_takes_all(facts: Facts) -> None:
    drawn = [card for pile in facts["score_piles"] for card in pile]
    facts["score_piles"] = [drawn, *[[] for _ in facts["score_piles"][1:]]]


def everybody_wins(facts: Facts) -> None:
    if "winners" in facts:
        facts["winners"] = list(range(len(facts["totals"])))


def winners_early(facts: Facts) -> None:
    facts["winners"] = [0]


def values_forgotten(facts: Facts) -> None:
    if "totals" in facts:
        facts["totals"] = facts["penalty_points"]


def ranking_reversed(facts: Facts) -> None:
    if "ranking" in facts:
        facts["ranking"] = facts["ranking"][::-1]


def rounds_from_nought(facts: Facts) -> None:
    facts["round_number"] -= 1


def never_over(facts: Facts) -> None:
    facts["phase"] = Phase.PLAYING


def last_placer_kept(facts: Facts) -> None:
    facts["last_placer"] = facts["last_placer"] or 0


def an_unknown_fact(facts: Any) -> None:
    facts["colour"] = "red"


BAD_ENGINES: dict[str, tuple[Engine, str]] = {
    "lacks a move": (Lacking, "legal moves: the engine lacks "),
    "allows a move": (Generous, "legal moves: the engine allows S1@j0"),
    "takes all": (Wide, "The engine took a move that the rules refuse"),
    "spoilt": (Spoilt, "was refused.*hands: the rules say"),
    "refuses": (Refusing, "could not apply .*@b.*: ValueError: no higher"),
    "stuck": (StuckAtTheEnd, "could not score the round: NotImplementedError"),
    "broken": (Broken, "could not tell how its game stands: ZeroDivisionError"),
    "does not start": (NotStarting, "could not start a game: ValueError: 3"),
    "backwards": (telling(backwards), "active_player: the rules say 1, the engine says 2"),
    "no rotation": (telling(no_rotation), "starting_player: the rules say 1, the engine says 0"),
    "court": (telling(pyramid_upside_down), "court: the rules say"),
    "hands": (telling(hands_dealt_on), "hands: the rules say"),
    "out": (telling(out_sorted), "out: the rules say"),
    "no points": (telling(no_points), "penalty_points: the rules say"),
    "piles": (telling(first_takes_all), "score_piles: the rules say"),
    "winners": (telling(everybody_wins), "winners: the rules say"),
    "too early": (telling(winners_early), "winners: told before the game is over"),
    "totals": (telling(values_forgotten), "totals: the rules say"),
    "ranking": (telling(ranking_reversed), "ranking: the rules say"),
    "rounds": (telling(rounds_from_nought), "round_number: the rules say 1, the engine says 0"),
    "phase": (telling(never_over), "phase: the rules say"),
    "last placer": (telling(last_placer_kept), "last_placer: the rules say None"),
    "unknown fact": (telling(an_unknown_fact), "'colour', which is no fact: use phase, "),
    "silent": (telling(lambda facts: facts.clear()), "tells nothing"),  # type: ignore[attr-defined]
}


@pytest.mark.parametrize("name", BAD_ENGINES)
def test_an_engine_with_a_fault_is_told_what_and_where(name: str) -> None:
    engine, told = BAD_ENGINES[name]
    with pytest.raises(CheckFailed, match="(?s)" + told) as caught:
        check_engine(engine, players=[3], games=3)
    assert "  table: 3 players, " in str(caught.value)
    assert "  moment: round " in str(caught.value)


def test_an_engine_may_tell_only_what_it_knows() -> None:
    def little(facts: Any) -> None:
        for name in set(facts) - {"active_player"}:
            del facts[name]

    assert check_engine(telling(little), players=[2], games=1).games == 4


def test_a_single_moment_can_be_compared() -> None:
    state = setup(2, seed=1)
    assert state.round_deal is not None
    deal = attrs.evolve(state.rest, rounds=(state.round_deal, *state.rest.rounds))
    compare_engine(state, start(Table(2, deal, 0, STANDARD)))
    with pytest.raises(CheckFailed, match="starting_player: the rules say 0, the engine says 1"):
        compare_engine(state, start(Table(2, deal, 1, STANDARD)))
    assert observe(state, 0).active_player == 0
