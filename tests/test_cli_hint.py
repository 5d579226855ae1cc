"""A hint is the best move of the analysis, with its reasons."""

from __future__ import annotations

from westeros_intrigue import Phase, analyse, apply, distinct_moves, observe, setup
from westeros_intrigue.cli.hint import hint
from westeros_intrigue.players.analysis import times_in_100
from westeros_intrigue.players.reasons import why


def test_a_hint_names_the_best_move_and_what_speaks_for_it() -> None:
    told: set[tuple[bool, bool]] = set()
    for players in range(2, 7):
        state = setup(players, seed=1)
        while state.phase is Phase.PLAYING:
            view = observe(state, state.active_player)
            found = analyse(view, playouts=1000)
            best, *others = found.moves
            text = hint(view)
            assert text.startswith(f"A search would place {best.move.card} in {best.move.slot}. ")
            assert f"wins the round {times_in_100(best.win)} in 100." in text
            reason = why(view, best.move, [other.move for other in others])
            assert f" in 100. It {reason}." in text if reason else " It " not in text
            is_equal = len(others) > 0 and not any(found.is_clear_loss(one.move) for one in others)
            assert text.endswith(" No other placement is clearly worse.") == is_equal
            told.add((bool(reason), is_equal))
            moves = distinct_moves(state)
            state = apply(state, moves[5 * len(state.placements) % len(moves)])
    assert told == {(True, True), (True, False), (False, True), (False, False)}
