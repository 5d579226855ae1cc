"""Defects put into the library one at a time: each is caught by the checks of the other tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import attrs
import pytest
import view_checks
from endings import FEATURES, ending
from view_checks import (
    check_frequencies,
    check_no_hidden_card_is_in_it,
    check_odds_are_exact,
    check_rounds_to_come,
    check_views_tell_the_same,
    check_what_is_said_of_others_is_true,
    check_world_agrees,
)
from watched_games import WatchedGame, looking_the_same, watched_game

from westeros_intrigue import (
    DECK,
    Determinizer,
    GameState,
    House,
    InvalidValue,
    Phase,
    Variant,
    View,
    observe,
)
from westeros_intrigue.knowledge import card_counts as unseen
from westeros_intrigue.knowledge import worlds
from westeros_intrigue.rules import dealing
from westeros_intrigue.rules.on_table import OnTable

pytestmark = pytest.mark.long

Viewer = int | None
# A defective view may also be one that no deal agrees with.
CAUGHT = (AssertionError, InvalidValue)
Changed = Callable[[GameState, View], dict[str, Any]]


# Looking through games and endings


@lru_cache
def moments() -> list[tuple[WatchedGame, WatchedGame, Viewer]]:
    """Pairs of games that look the same to a player, at many moments of a few games."""
    rng = random.Random(1)
    pairs = []
    for seed, table in enumerate(("4 players", "Solo Scheming", "3 players, Anyone Can Die")):
        whole = watched_game(table, seed)
        for moment in range(3, len(whole.states), 7):
            one = whole.until(moment)
            player = rng.choice(one.viewers())
            here = one.now.round_number - 1
            swaps = [
                (rng.randrange(36), rng.randrange(36), round_number, 0)
                for round_number in (here, here, here, 0, 1, 2)
            ]
            pairs.append((one, looking_the_same(one, player, swaps), player))
    return pairs


def look_for_leaks() -> None:
    for one, other, player in moments():
        check_views_tell_the_same(one.now, other.now, player)


def look_for_hidden_cards() -> None:
    for one, _, player in moments():
        check_no_hidden_card_is_in_it(one, player)


def look_for_untruths() -> None:
    for one, _, player in moments():
        check_what_is_said_of_others_is_true(one.now, player)


def look_at_worlds() -> None:
    for _, other, player in moments():
        check_world_agrees(observe(other.now, player), 1)
    for name in FEATURES:
        for seed in range(8):
            check_world_agrees(ending(name), seed)


def look_at_rounds_to_come() -> None:
    for _, other, player in moments():
        check_rounds_to_come(observe(other.now, player), 1)


def look_at_frequencies() -> None:
    for name in FEATURES:
        check_frequencies(ending(name), draws=30)


def look_at_odds() -> None:
    for name in FEATURES:
        check_odds_are_exact(ending(name))


LOOKS = (
    look_for_leaks,
    look_for_hidden_cards,
    look_for_untruths,
    look_at_worlds,
    look_at_rounds_to_come,
    look_at_frequencies,
    look_at_odds,
)


@pytest.mark.parametrize("look", LOOKS)
def test_without_a_defect_there_is_nothing_to_be_caught(look: Callable[[], None]) -> None:
    look()


# Defects of the table, and of a player's own part of a view


def hand_of_the_neighbour(state: GameState, view: View) -> dict[str, Any]:
    return {"hand": state.hands[(view.player or 0) - 1]}


def neighbours_hand_beside_the_own(state: GameState, view: View) -> dict[str, Any]:
    return {"hand": (*view.hand, *state.hands[(view.player or 0) - 1])}


def order_of_dealing(state: GameState, view: View) -> dict[str, Any]:
    if view.player is None or state.round_deal is None:
        return {}
    dealt = state.round_deal.hands[view.player]
    return {"hand": tuple(card for card in dealt if card in view.hand)}


def order_that_tells_of_another_hand(state: GameState, view: View) -> dict[str, Any]:
    neighbour = state.hands[(view.player or 0) - 1]
    is_first = bool(neighbour) and neighbour[0].number % 2 == 0
    return {"hand": view.hand[::-1] if is_first else view.hand}


def next_throne_card(state: GameState, view: View) -> dict[str, Any]:
    return {"score_pile": (*view.score_pile, *state.rest.throne_cards[:1])}


def what_the_neighbour_kept(state: GameState, view: View) -> dict[str, Any]:
    return {"kept": tuple(result.kept[(view.player or 0) - 1] for result in state.results)}


def whole_stacks(state: GameState, view: View) -> dict[str, Any]:
    turns = zip(state.hands, view.table.turned_over, strict=False)
    return {"turned_over": tuple((*seen, hand[::-1]) for hand, seen in turns)}


def one_card_too_many_of_a_stack(state: GameState, view: View) -> dict[str, Any]:
    turns = zip(state.hands, view.table.turned_over, strict=False)
    return {
        "turned_over": tuple(
            (*seen[:-1], (*(seen[-1] or ()), *hand[:1])) if seen else () for hand, seen in turns
        )
    }


def with_results(state: GameState, *names: str) -> dict[str, Any]:
    seen = zip(state.table.results, state.results, strict=True)
    return {
        "results": tuple(
            attrs.evolve(result, **{name: getattr(true, name) for name in names})
            for result, true in seen
        )
    }


def drawn_throne_cards(state: GameState, _view: View) -> dict[str, Any]:
    return with_results(state, "throne_card")


def cards_that_were_left(state: GameState, _view: View) -> dict[str, Any]:
    return with_results(state, "kept")


def finished_deals(state: GameState, _view: View) -> dict[str, Any]:
    return with_results(state, "deal")


def next_deal(state: GameState, view: View) -> dict[str, Any]:
    return {"starters": (*view.starters, *(d.hands[0][0] for d in state.rest.rounds[:1]))}


def next_deals_first_card_as_its_size(state: GameState, view: View) -> dict[str, Any]:
    to_come = state.rest.rounds[:1]
    return {"hand_size": view.table.hand_size + sum(d.hands[0][0].number for d in to_come)}


OF_VIEWS: dict[str, tuple[Changed, Callable[[], None]]] = {
    "a neighbour's hand": (hand_of_the_neighbour, look_for_leaks),
    "a neighbour's hand, by its cards": (hand_of_the_neighbour, look_for_hidden_cards),
    "a neighbour's hand beside the own": (neighbours_hand_beside_the_own, look_for_leaks),
    "the order of dealing": (order_of_dealing, look_for_leaks),
    "an order that tells of another hand": (order_that_tells_of_another_hand, look_for_leaks),
    "the next Iron Throne card": (next_throne_card, look_for_leaks),
    "what a neighbour kept": (what_the_neighbour_kept, look_for_leaks),
    "whole stacks": (whole_stacks, look_for_leaks),
    "one card too many of a stack": (one_card_too_many_of_a_stack, look_for_hidden_cards),
    "an Iron Throne card of a finished round": (drawn_throne_cards, look_for_leaks),
    "the Iron Throne cards before the end": (drawn_throne_cards, look_for_hidden_cards),
    "the cards left in another's hand": (cards_that_were_left, look_for_leaks),
    "the deals of finished rounds": (finished_deals, look_for_hidden_cards),
    "a card of the next deal": (next_deal, look_for_leaks),
    "a number that tells of the next deal": (next_deals_first_card_as_its_size, look_for_leaks),
}


@pytest.mark.parametrize("name", OF_VIEWS)
def test_a_view_with_a_defect_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change, look = OF_VIEWS[name]

    def defective(state: GameState, player: Viewer) -> View:
        view = observe(state, player)
        own = {name: getattr(view, name) for name in ("hand", "score_pile", "kept")}
        changes = change(state, view)
        of_table = {name: value for name, value in changes.items() if name not in own}
        own |= {name: value for name, value in changes.items() if name in own}
        return View._seen(attrs.evolve(view.table, **of_table), player, **own)

    monkeypatch.setattr(view_checks, "observe", defective)
    with pytest.raises(CAUGHT):
        look()


# Defects of what a table concludes


def stacks_upside_down(table: OnTable) -> object:
    return tuple(known[::-1] for known in KNOWN_STACKS(table))


def houses_open_now_and_not_then(table: OnTable) -> object:
    now = tuple(house for house in House if table.court.open_slots(house))
    out = {elimination.player for elimination in table.eliminations}
    return tuple(now if seat in out else () for seat in range(table.players))


def everybody_out_misses_three_houses(table: OnTable) -> object:
    return tuple(tuple(House)[:3] if missing else () for missing in MISSING_HOUSES(table))


KNOWN_STACKS: Callable[[OnTable], Any] = vars(OnTable)["known_stacks"].fget
MISSING_HOUSES: Callable[[OnTable], Any] = vars(OnTable)["missing_houses"].fget
OF_CONCLUSIONS = {
    "stacks upside down": ("known_stacks", stacks_upside_down),
    "houses open now, not then": ("missing_houses", houses_open_now_and_not_then),
    "too many missing houses": ("missing_houses", everybody_out_misses_three_houses),
}


@pytest.mark.parametrize("name", OF_CONCLUSIONS)
def test_a_table_that_concludes_wrongly_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    concluded, wrongly = OF_CONCLUSIONS[name]
    monkeypatch.setattr(OnTable, concluded, property(wrongly))
    with pytest.raises(CAUGHT):
        look_for_untruths()


def test_a_hand_in_the_text_of_a_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "__repr__", lambda view: f"<View with {view.hand}>")
    with pytest.raises(CAUGHT):
        look_for_hidden_cards()


# Defects of worlds


Patch = Callable[[pytest.MonkeyPatch], None]


def piles_without(**known: Any) -> Patch:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        real = worlds._hand_pile
        monkeypatch.setattr(
            worlds, "_hand_pile", lambda *facts: attrs.evolve(real(*facts), **known)
        )

    return patch


def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "_seen_in", lambda _result: ())


def no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(options: Sequence[tuple[Any, int]], rng: random.Random) -> Any:
        possible = [option for option, ways in options if ways]
        return possible[int(rng.random() * len(possible))]

    monkeypatch.setattr(unseen, "_chosen", chosen)


def first_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(options: Sequence[tuple[Any, int]], _rng: random.Random) -> Any:
        return next(option for option, ways in options if ways)

    monkeypatch.setattr(unseen, "_chosen", chosen)


def no_shuffling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unseen, "shuffled", lambda items, _rng: tuple(items))


def dead_are_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    real = dealing.draw_rounds
    monkeypatch.setattr(
        worlds,
        "draw_rounds",
        lambda players, rng, variant, first, _alive: real(players, rng, variant, first, DECK),
    )


def own_throne_cards_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Variant, "_throne_cards_but", lambda variant, _drawn: variant.throne_cards)


def drawn_with_a_change(change: Callable[[View, GameState], dict[str, Any]]) -> Patch:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        real = Determinizer.draw

        def draw(self: Determinizer, rng: random.Random) -> GameState:
            world = real(self, rng)
            return attrs.evolve(world, **change(self._view, world))

        monkeypatch.setattr(Determinizer, "draw", draw)

    return patch


def stacks_turned_over(_view: View, world: GameState) -> dict[str, Any]:
    return {
        "stacks": tuple(
            stack and attrs.evolve(stack, cards=stack.cards[::-1]) for stack in world._stacks
        )
    }


def known_cards_forgotten(_view: View, world: GameState) -> dict[str, Any]:
    return {"stacks": tuple(stack and attrs.evolve(stack, turns=()) for stack in world._stacks)}


def next_hand_of_the_viewer(view: View, world: GameState) -> dict[str, Any]:
    held = world._held
    return {"held": (*held[1:], held[0])} if view.phase is Phase.PLAYING else {}


def rounds_forgotten(_view: View, world: GameState) -> dict[str, Any]:
    frame = world._frame
    return {"frame": attrs.evolve(frame, table=attrs.evolve(frame.table, results=()))}


OF_WORLDS: dict[str, tuple[Patch, Callable[[], None]]] = {
    "missing houses are ignored": (piles_without(barred=frozenset()), look_at_worlds),
    "missing houses are ignored, by frequency": (
        piles_without(barred=frozenset()),
        look_at_frequencies,
    ),
    "missing houses are ignored, by odds": (piles_without(barred=frozenset()), look_at_odds),
    "the seat to move need not be able to place": (
        piles_without(needed=frozenset()),
        look_at_worlds,
    ),
    "the seat to move need not be able to place, by odds": (
        piles_without(needed=frozenset()),
        look_at_odds,
    ),
    "earlier rounds are forgotten": (no_memory, look_at_frequencies),
    "earlier rounds are forgotten, by odds": (no_memory, look_at_odds),
    "each share is as likely as any other": (no_weights, look_at_frequencies),
    "always the first share": (first_of_all, look_at_frequencies),
    "cards are not shuffled": (no_shuffling, look_at_frequencies),
    "the dead are dealt again": (dead_are_dealt_again, look_at_rounds_to_come),
    "the viewer's Iron Throne cards come again": (own_throne_cards_come_again, look_at_worlds),
    "stacks are turned over": (drawn_with_a_change(stacks_turned_over), look_at_worlds),
    "known cards are forgotten": (drawn_with_a_change(known_cards_forgotten), look_at_worlds),
    "hands go to the next seat": (drawn_with_a_change(next_hand_of_the_viewer), look_at_worlds),
    "earlier points are lost": (drawn_with_a_change(rounds_forgotten), look_at_worlds),
}


@pytest.mark.parametrize("name", OF_WORLDS)
def test_a_world_with_a_defect_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, look = OF_WORLDS[name]
    for known in FEATURES:
        ending(known)  # found before there is a defect
    patch(monkeypatch)
    with pytest.raises(CAUGHT):
        look()
