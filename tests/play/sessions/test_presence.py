"""Who is at a table follows from the last sign of life of each screen, whenever it is asked."""

from __future__ import annotations

from itertools import pairwise

import pytest

from westeros_intrigue.play.sessions.presence import (
    DARK,
    GONE,
    HERE,
    POCKET,
    SECONDS_BETWEEN_BEATS,
    SECONDS_OF_SILENCE,
    Presence,
)


class Watched(Presence):
    """A presence at a time that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(lambda: self.now)

    def seen(self, now: float) -> tuple[str, int]:
        """Return how Ben is there at a time, and for how many seconds not."""
        self.now = now
        return self.standing("game", "ben"), self.seconds_away("game", "ben")


def test_a_screen_that_falls_silent_is_away_since_its_last_sign() -> None:
    presence = Watched()
    presence.enter("game", "ben")  # the line stays open all the time
    for second in range(0, 41, SECONDS_BETWEEN_BEATS):
        presence.now = second
        presence.beat("game", "ben")
    assert presence.seen(59.9) == (HERE, 0)
    assert [presence.seen(now) for now in (60, 65, 101)] == [(DARK, 20), (DARK, 25), (DARK, 61)]
    presence.beat("game", "ben")
    assert presence.seen(102) == (HERE, 0)


def test_two_who_ask_at_different_times_learn_the_same() -> None:
    for asked in ((30,), (5, 30), (21, 22, 30)):
        presence = Watched()
        presence.beat("game", "ben")
        assert [presence.seen(now) for now in asked][-1] == (DARK, 30), asked


def test_who_plays_by_requests_alone_is_there() -> None:
    presence = Watched()
    for before, after in pairwise(range(0, 200, 15)):
        presence.now = before
        presence.hear("game", "ben", is_quiet=True)
        assert presence.seen(after) == (HERE, 0)


def test_a_hidden_page_is_away_since_it_was_hidden_whatever_it_asks_by_itself() -> None:
    presence = Watched()
    presence.enter("game", "ben")
    presence.seen(10)
    presence.beat("game", "ben", is_hidden=True)
    presence.seen(50)
    presence.hear("game", "ben", is_quiet=True)
    presence.enter("game", "ben")
    assert presence.seen(75) == (POCKET, 65)
    presence.hear("game", "ben")  # such as a move
    assert presence.seen(75) == (HERE, 0)


def test_a_closed_page_is_away_at_once_and_a_line_that_ends_late_changes_no_seconds() -> None:
    presence = Watched()
    assert [presence.enter("game", "ben") for _ in "12"] == [True, False]
    presence.now = 10
    assert not presence.leave("game", "ben")
    assert presence.seen(10) == (HERE, 0)
    assert presence.leave("game", "ben")
    assert presence.seen(10) == (GONE, 10)
    presence.enter("game", "ben")
    presence.now = 50  # a phone in the dark, whose line ends only now
    presence.leave("game", "ben")
    assert presence.seen(50) == (DARK, 40)


@pytest.mark.parametrize("order", ["hide, close", "close, hide"])
def test_a_page_that_browsers_hide_before_they_close_it_is_gone_in_whatever_order_that_comes(
    order: str,
) -> None:
    presence = Watched()
    presence.enter("game", "ben")
    for what in order.split(", "):
        if what == "hide":
            presence.beat("game", "ben", is_hidden=True)
        else:
            presence.leave("game", "ben")
    assert presence.seen(10) == (GONE, 10)
    presence.enter("game", "ben")  # a hidden page whose line was cut
    assert presence.seen(20) == (POCKET, 20)


def test_who_was_never_seen_is_away_since_the_beginning_or_the_invitation() -> None:
    presence = Watched()
    assert presence.seen(100) == (GONE, 100)
    presence.expect("game", "ben")
    assert presence.seen(130) == (GONE, 30)
    presence.beat("game", "ben")
    presence.expect("game", "ben")
    assert presence.seen(130) == (HERE, 0)


def test_people_who_come_along_to_another_game_are_there() -> None:
    presence = Watched()
    presence.beat("game", "ben")
    presence.now = 15
    presence.move_on("again", "game")
    assert presence.standings("again") == (("ben", HERE),)
    presence.now = 15 + SECONDS_OF_SILENCE
    assert presence.standings("again") == (("ben", DARK),)


def test_an_overtaken_message_does_not_make_anybody_a_reader() -> None:
    presence = Watched()
    assert not presence.show("game", "ben", 57, is_held=True)  # nobody is at that screen
    presence.enter("game", "ben")
    assert presence.show("game", "ben", 57, is_held=True)
    assert presence.is_reading("game", "ben")
    assert presence.show("game", "ben", 60, is_held=False)
    assert not presence.show("game", "ben", 57, is_held=True)
    assert not presence.is_reading("game", "ben")
    assert presence.show("game", "ben", 60, is_held=True)
    presence.now = SECONDS_OF_SILENCE
    assert not presence.is_reading("game", "ben")
