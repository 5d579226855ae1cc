"""Newcomers who say that a seat is theirs are known by two words, and each is answered alone."""

from __future__ import annotations

from westeros_intrigue.play.sessions.claims import NOT_ASKED, Claims, Device

ANN, ZOE = Device("ann", "192.0.2.1"), Device("zoe", "192.0.2.2")


def test_two_who_ask_for_one_seat_are_both_shown_with_words_of_their_own() -> None:
    claims = Claims()
    first, second = claims.make("game", 1, ANN), claims.make("game", 1, ZOE)
    assert first
    assert second
    assert [*claims.of("game")] == [first, second]
    assert first.words != second.words
    assert [len(each.words.split()) for each in (first, second)] == [2, 2]
    assert all(map(claims.is_contested, (first, second)))
    claims.answer(first, "secret")
    assert [*claims.of("game")] == [second]
    assert not claims.is_contested(second)
    assert (claims.secret(first.number), claims.secret(second.number)) == ("secret", None)
    claims.answer(second, "", "Hal says no")
    assert (claims.secret(second.number), claims.reason(second.number)) == ("", "Hal says no")
    claims.answer(second, "late")
    assert claims.secret(second.number) == ""


def test_a_browser_that_asks_again_has_one_claim_and_three_are_enough() -> None:
    claims = Claims()
    first, again = claims.make("game", 1, ANN), claims.make("game", 1, ANN)
    assert first
    assert again
    assert first.number != again.number
    assert claims.follow(first.number) is None
    assert claims.reason(first.number) == NOT_ASKED
    others = (Device("ann", "192.0.2.9"), Device("", "192.0.2.1"))
    assert all(claims.make("game", 1, each) for each in others)
    assert claims.make("game", 1, ANN)
    assert claims.make("game", 2, ANN) is None
    private = Device("private window", "192.0.2.1")
    assert claims.make("game", 1, private)
    assert claims.make("game", 2, private) is None
    assert claims.make("game", 1, ZOE)
    assert claims.make("other", 1, ANN)


def test_programs_at_one_address_have_a_claim_each() -> None:
    claims, program = Claims(), Device("", "192.0.2.50")
    first, second = (claims.make("game", 1, program, "Assistant") for _ in range(2))
    assert first
    assert second
    assert first.words != second.words
    assert all(map(claims.is_contested, (first, second)))
    claims.answer(first, "secret")
    assert (claims.secret(first.number), claims.secret(second.number)) == ("secret", None)


def test_a_claim_ends_when_its_newcomer_has_gone() -> None:
    now = 0.0
    claims = Claims(lambda: now)
    stays, goes = claims.make("game", 1, ANN), claims.make("game", 1, ZOE)
    assert stays
    assert goes
    for now in (20.0, 40.0):  # noqa: B007 - the clock reads it
        assert claims.follow(stays.number) == stays
    assert [*claims.of("game")] == [stays]
    assert claims.follow(goes.number) is None
    assert (claims.secret(goes.number), claims.reason(goes.number)) == (None, NOT_ASKED)


def test_devices_without_signs_are_never_the_same_and_count_together() -> None:
    claims = Claims()
    assert not Device().is_same(Device())
    made = [claims.make("game", seat) for seat in range(4)]
    assert [each is None for each in made] == [False] * 3 + [True]


def test_the_oldest_of_too_many_claims_ends() -> None:
    claims = Claims()
    made = [claims.make("game", 1, Device("", f"192.0.2.{number}")) for number in range(101)]
    assert made[0]
    assert claims.follow(made[0].number) is None
    assert len([*claims.of("game")]) == 100
