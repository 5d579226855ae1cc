"""Intervals, offers, debts and the end."""

from __future__ import annotations

import pytest

from games.monopoly.tables import card, codes, own, played, rolled, table
from westeros_intrigue import FinalResult, InvalidValue, WrongPhase, WrongType
from westeros_intrigue.games.monopoly import (
    Bundle,
    Choose,
    Decision,
    Deed,
    GameState,
    Offer,
    Pass,
    Phase,
    Variant,
    ViolationCode,
    explain,
    final_winner,
    observe,
    parse_move,
    simple_offers,
)

NO_OFFERS = Variant(offers=0)


@pytest.mark.rule("interval.undo")
def test_nobody_reverses_in_an_interval_what_they_did() -> None:
    deeds = own(0, 1, 3, level=1) | own(0, 5) | own(0, 15, mortgaged=True) | own(1, 25)
    for done, undoing in (
        ("mortgage 5", "redeem 5"),
        ("redeem 15", "mortgage 15"),
        ("build 1", "sell-set brown"),
        ("sell-set brown", "build 3"),
    ):
        state = played(table(9, 9, deeds=deeds), f"0: {done}", "1: pass")
        assert codes(state, undoing) == [ViolationCode.UNDOES]
    later = rolled(played(table(9, 9, deeds=deeds, rolls=[(4, 6)]), "0: mortgage 5"))
    assert codes(played(later, "1: pass"), "redeem 5") == []


@pytest.mark.rule("interval.live")
def test_a_wish_out_of_turn_is_refused_until_its_seat_has_the_floor() -> None:
    state = table(9, 9, deeds=own(1, 5) | own(0, 15))
    mortgage = played(state, "0: pass")
    for viewer in (1, None):
        [refused] = explain(observe(state, viewer), Pass())
        assert refused.code is ViolationCode.NOT_YOUR_DECISION
    assert explain(observe(mortgage, 1), Pass(), player=1) == ()


@pytest.mark.rule("trade.what", "trade.both")
def test_what_an_offer_may_not_hold() -> None:
    state = table(9, 9, 0, deeds=own(0, 5) | own(1, 25), out=[2])
    assert codes(state, "offer 2: 5 for 1c") == [ViolationCode.BAD_PARTNER]
    assert codes(state, "offer 9: 5 for 1c") == [ViolationCode.BAD_PARTNER]
    [refused] = explain(state, parse_move("offer 1: 99 for 1c"))
    assert refused.code is ViolationCode.NOT_OWNED
    assert "the deed of space 99 does not belong to player 0" in str(refused)
    assert codes(state, "offer 1: 5 for 35") == [ViolationCode.NOT_THEIRS]
    assert codes(state, "offer 1: 1j for 1c") == [ViolationCode.TOO_FEW_CARDS]
    assert codes(state, "offer 1: 99c for 25") == [ViolationCode.TOO_FEW_COINS]
    assert codes(state, "offer 1: 0 for 0") == [ViolationCode.ONE_SIDED]
    with pytest.raises(InvalidValue, match="once"):
        Bundle((5, 5))


def owing(*cash: int, deeds: dict[int, Deed] | None = None) -> GameState:
    """Player 0 owes 9 to player 1, on Moat Cailin with one Holdfast."""
    placed = own(1, 31, 32, 34, level=1) | ({} if deeds is None else deeds)
    state = table(*cash, at=(22, 0, 0), rolls=[(6, 4)], deeds=placed)
    return played(rolled(state), "1: demand")


@pytest.mark.rule("debt.trade", "trade.listing")
def test_a_debtor_may_offer_only_what_keeps_the_means_at_the_debt() -> None:
    state = owing(2, 9, 0, deeds=own(0, 5) | own(2, 37, 39))
    # 2 + 1 of their own; the deeds of player 2 would bring 6, and the coins of player 1 9.
    assert codes(state, "offer 2: 1c for 37+39") == [ViolationCode.DEBT_UNPAID]
    assert codes(state, "offer 1: 5 for 7c") == []
    assert all(explain(state, offer) == () for offer in simple_offers(state))
    helped = owing(4, 9, 0, deeds=own(0, 5) | own(2, 37, 39))
    assert codes(helped, "offer 2: 1c for 37+39") == []


CARD = card("jail-card")


@pytest.mark.rule("debt.trade", "trade.listing")
@pytest.mark.parametrize(
    ("cash", "deeds", "kept", "saves"),
    [
        # A coin buys deeds that can be mortgaged for 8, or for 9.
        ((1, 0, 0), own(2, 21, 37, 39), ((), (), ()), False),
        ((1, 0, 0), own(2, 5, 21, 37, 39), ((), (), ()), True),
        # A jail card is worth no coin to the debtor, whoever gives it.
        ((1, 0, 8), {}, ((CARD,), (), ()), True),
        ((1, 0, 7), {}, ((CARD,), (), ()), False),
        ((5, 0, 3), own(0, 21, mortgaged=True), ((), (), (CARD,)), False),
        ((6, 0, 3), own(0, 21, mortgaged=True), ((), (), (CARD,)), True),
    ],
)
def test_whether_any_deal_saves_a_debtor(
    cash: tuple[int, int, int],
    deeds: dict[int, Deed],
    kept: tuple[tuple[int, ...], ...],
    *,
    saves: bool,
) -> None:
    rent = own(1, 31, 32, 34, level=1)
    state = table(*cash, at=(22, 0, 0), rolls=[(6, 4)], deeds=rent | deeds, kept=kept)
    state = played(rolled(state), "1: demand")
    assert (state.decision is Decision.DEBT) is saves


@pytest.mark.rule("end.last", "end.ranking", "end.no-limit")
def test_the_last_solvent_player_wins_at_once() -> None:
    state = table(0, 9, 0, at=(33, 0, 0), rolls=[(2, 3)], out=[2], variant=NO_OFFERS)
    with pytest.raises(WrongPhase):
        final_winner(state)
    state = rolled(state)
    assert (state.phase, state.agenda, state.active_player) == (Phase.GAME_OVER, (), None)
    assert final_winner(state) == FinalResult((1,), (), ((1,), (0,), (2,)), None)
    assert codes(state, "pass") == [ViolationCode.NOBODY_TO_MOVE]


@pytest.mark.rule("decision.never-stuck")
def test_every_decision_has_a_move_and_only_its_own_kinds() -> None:
    asked = table(9, 9, deeds=own(0, 5))
    assert codes(asked, "buy") == [ViolationCode.NOT_ASKED_NOW]
    assert codes(asked, Choose(5)) == [ViolationCode.NOT_ASKED_NOW]
    sentence = str(explain(asked, Offer(1, Bundle(), Bundle()))[0])
    assert sentence == "offer 1: 0 for 0: one side is empty. Put something on each side."
    with pytest.raises(WrongType):
        explain(asked, "pass")  # type: ignore[arg-type]
    jailed = rolled(table(9, 1, at=(10, 0), tries=(0, None)))
    assert codes(jailed, "use-card") == [ViolationCode.NO_CARD]
    poor = table(4, 9, at=(10, 0), tries=(0, None), kept=((card("jail-card"),), ()))
    assert codes(rolled(poor), "pay-fee") == [ViolationCode.TOO_DEAR]
    waiting = rolled(table(9, 9))
    assert codes(waiting, "pass") == [ViolationCode.NOBODY_TO_MOVE]
    assert "supply_dice" in str(explain(waiting, Pass())[0])
    drawing = rolled(table(9, 9, at=(31, 0), rolls=[(2, 3)]))
    assert "supply_card" in str(explain(drawing, Pass())[0])
