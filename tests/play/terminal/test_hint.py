"""A hint is the best move of the analysis, with its reasons."""

from __future__ import annotations

import pytest

from westeros_intrigue import Phase, apply, distinct_moves, observe, setup
from westeros_intrigue.lab.players import analyse
from westeros_intrigue.lab.players.analysis import hint, why


@pytest.mark.long
def test_a_hint_names_the_best_move_its_reasons_and_its_lead() -> None:
    leads: set[str] = set()
    for players in (2, 4):
        state = setup(players, seed=1)
        while state.phase is Phase.PLAYING:
            view = observe(state, state.active_player)
            found = analyse(view, playouts=1000)
            best, *others = found.moves
            text = hint(view)
            start = f"Best move: {best.move.card} in {best.move.slot} (wins the round about "
            start += f"{100 * best.win:.0f} % of the time). "
            assert text.startswith(start)
            assert len(text) > len(start)  # No hint is without a reason or a lead.
            reason = why(view, best.move, [other.move for other in others])
            assert not reason or f" of the time). It {reason}." in text
            if others:
                is_clear = found.is_clear_loss(others[0].move)
                lead = "ahead of {}, the next best" if is_clear else "{} comes out"
                second = others[0].move
                assert lead.format(f"{second.card} in {second.slot}") in text
                assert f"{found.loss(second):.1f} point" in text
                leads.add(lead)
            is_equal = len(others) > 0 and not any(found.is_clear_loss(one.move) for one in others)
            assert ("No other placement is clearly worse." in text) == is_equal
            moves = distinct_moves(state)
            state = apply(state, moves[5 * len(state.placements) % len(moves)])
    assert len(leads) == 2
