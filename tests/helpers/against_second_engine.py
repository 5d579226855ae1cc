"""Compare a game of the package with the same game in the second engine.

`twin_of` starts the second engine with a game's deal, `compare` asserts that the two agree on
everything that both know, `compare_broken_rules` that they refuse a move for the same rules, and
`play_along` plays a whole game in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from second_engine import Game, rank as rank_again

from westeros_intrigue import (
    Card,
    Decision,
    FinalResult,
    GameState,
    IronThroneCard,
    Move,
    Phase,
    Slot,
    ViolationCode,
    apply,
    explain,
    final_winner,
    legal_moves,
    score_round,
)

PlainCard = tuple[str, int]
PlainSlot = tuple[int, int]
PlainMove = tuple[PlainCard, PlainSlot]

DECISIONS = {
    Decision.LOWEST_TOTAL: "lowest total",
    Decision.FEWEST_ICONS: "fewest icons",
    Decision.SHARED: "shared",
}
CODES = list(ViolationCode)
DICTATED = {"solo.stack", "solo.highest", "solo.side"}
"""Rules that the second engine does not name: for an automated house it knows only the one move."""


class Twin(Game):
    """The second engine, listing the legal moves of a position only once, as that is slow."""

    _listed_at: tuple[int, int] = (0, 0)
    _listed: frozenset[PlainMove] = frozenset()

    def legal(self) -> set[PlainMove]:
        """Every placement that the seat to move may make."""
        position = (self.round_number, len(self.placed))
        if position != self._listed_at:
            self._listed = frozenset(super().legal())
            self._listed_at = position
        return set(self._listed)


def plain_card(card: Card) -> PlainCard:
    """A card as the second engine writes it."""
    return (card.house.letter, card.number)


def plain_slot(slot: Slot) -> PlainSlot:
    """A slot as the second engine writes it."""
    return (slot.row, slot.column)


def plain_move(move: Move) -> PlainMove:
    """A move as the second engine writes it."""
    return (plain_card(move.card), plain_slot(move.slot))


def plain_throne_card(card: IronThroneCard) -> tuple[int, int]:
    """An Iron Throne card as the second engine writes it."""
    return (card.value, card.icons)


def plain_cards(cards: Iterable[Card]) -> list[PlainCard]:
    """Cards in their order, as the second engine writes them."""
    return [plain_card(card) for card in cards]


def twin_of(state: GameState) -> Twin:
    """The same game in the second engine, from the first state of a game dealt as a whole."""
    assert state.round_deal is not None
    deals = [state.round_deal, *state.rest.rounds]
    variant = state.variant
    return Twin(
        state.players,
        [([plain_cards(hand) for hand in one.hands], plain_cards(one.starters)) for one in deals],
        [plain_throne_card(card) for card in state.rest.throne_cards],
        state.starting_player,
        number_of_rounds=variant.rounds_for(state.players),
        houses=[house.letter for house in variant.houses] or None,
        automated=variant.automated,
        affiliation=variant.house_affiliation,
        rivalry=variant.rivalry,
    )


def compare(state: GameState, game: Twin) -> None:
    """Assert that the two games stand alike; otherwise tell everything that differs, and how."""
    pairs = {
        "round number": (state.round_number, game.round_number),
        "starting player": (state.starting_player, game.starting_player),
        "phase": (state.phase, phase_of(game)),
        "player to move": (state.active_player, game.to_move),
        "court": (
            {plain_slot(slot): plain_card(card) for slot, card in state.court.items()},
            game.court,
        ),
        "placements": (
            [(placed.player, *plain_move(placed.move)) for placed in state.placements],
            game.placed,
        ),
        "last placer": (state.last_placer, game.last_placer),
        "eliminations: player, placements before, cards left": (
            [(out.player, out.placements_before, out.cards_left) for out in state.eliminations],
            game.out,
        ),
        "hands": (
            [plain_cards(hand) for hand in state.hands],
            [
                hand if player in game.automated else _by_house_and_number(hand)
                for player, hand in enumerate(game.hands)
            ],
        ),
        "cards seen in the stacks": (
            [
                set(plain_cards(hand[len(hand) - count :]))
                for hand, count in zip(state.hands, state.known_counts, strict=True)
            ],
            [game.seen.get(player, set()) for player in range(game.players)],
        ),
        "penalty points": (list(state.penalty_points), game.points),
        "score piles": (
            [[plain_throne_card(card) for card in pile] for pile in state.score_piles],
            game.piles,
        ),
        "results of the rounds": (
            [
                {
                    "cards_left": list(result.cards_left),
                    "points": list(result.penalty_points),
                    "last_placer": result.last_placer,
                    "throne_card": result.throne_card and plain_throne_card(result.throne_card),
                    "adjustments": [
                        (change.player, change.points, change.rule) for change in result.adjustments
                    ],
                }
                for result in state.results
            ],
            list(game.finished_rounds),
        ),
        "legal moves": ({plain_move(move) for move in legal_moves(state)}, game.legal()),
    }
    if state.phase is Phase.GAME_OVER and game.game_over:
        pairs["final result"] = (_plain_result(final_winner(state)), game.result())
    _assert_alike(pairs, f"{state!r} with the court {state.court}")


def compare_ranking(
    points: Sequence[int], piles: Sequence[Sequence[IronThroneCard]], result: FinalResult
) -> None:
    """Assert that the second engine ranks bare numbers alike."""
    plain_piles = [[plain_throne_card(card) for card in pile] for pile in piles]
    expected = rank_again(points, plain_piles)
    _assert_alike(
        {"final result": (_plain_result(result), expected)}, f"points {points}, piles {plain_piles}"
    )


def compare_broken_rules(state: GameState, game: Twin, move: Move) -> None:
    """Assert that the two refuse a move for the same rules, while a player is to move."""
    violations = explain(state, move)
    explained = {violation.rule for violation in violations} - DICTATED
    broken = game.broken_rules(*plain_move(move))
    if move.slot.row > 0:
        # Of an upper slot `explain` speaks as of a place without supports, even in an empty court.
        broken.discard("court.first")
    _assert_alike({f"rules that {move} breaks": (explained, broken)}, f"{state!r}, {state.court}")
    codes = [CODES.index(violation.code) for violation in violations]
    assert codes == sorted(set(codes))
    if move.card not in state.hands[game.to_move or 0]:
        assert violations[0].code is ViolationCode.CARD_NOT_IN_HAND


def play_along(
    state: GameState,
    choose: Callable[[tuple[Move, ...]], Move],
    tried_moves: Callable[[GameState], Iterable[Move]] = lambda _: (),
) -> GameState:
    """Play a game from its first state to its end in both engines, and compare at every ply.

    Args:
        state: the game as `setup` returns it.
        choose: chooses one of the legal moves.
        tried_moves: gives for a position any moves, to be refused for the same rules in both.
    """
    game = twin_of(state)
    compare(state, game)
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.ROUND_OVER:
            state = score_round(state)
            game.finish_round()
        else:
            for move in tried_moves(state):
                compare_broken_rules(state, game, move)
            move = choose(legal_moves(state))
            state = apply(state, move)
            game.play(*plain_move(move))
        compare(state, game)
    return state


def phase_of(game: Twin) -> Phase:
    if game.to_move is not None:
        return Phase.PLAYING
    return Phase.GAME_OVER if game.game_over else Phase.ROUND_OVER


def _by_house_and_number(cards: Iterable[PlainCard]) -> list[PlainCard]:
    return sorted(cards, key=lambda card: ("SLBT".index(card[0]), card[1]))


def _plain_result(result: FinalResult) -> tuple[list[int], list[int], list[list[int]], str]:
    return (
        list(result.winners),
        list(result.totals),
        [list(place) for place in result.ranking],
        DECISIONS[result.decided_by],
    )


def _assert_alike(pairs: dict[str, tuple[object, object]], where: str) -> None:
    differences = [
        f"{name}:\n    the package says   {ours!r}\n    the second engine  {theirs!r}"
        for name, (ours, theirs) in pairs.items()
        if ours != theirs
    ]
    assert not differences, "\n  ".join([where, *differences])
