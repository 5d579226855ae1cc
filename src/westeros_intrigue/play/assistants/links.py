"""A seat at a table of `web`, which the assistant takes by a link, as a friend does."""

from __future__ import annotations

from collections.abc import Mapping

from westeros_intrigue import View
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.english import printable
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.sentences import with_names
from westeros_intrigue.gamekit.wording import rules_of_table
from westeros_intrigue.play.assistants.tables import LONGEST_MOVE, Reason, Table, judge
from westeros_intrigue.play.page import messages, requests
from westeros_intrigue.play.page.linking import Line, NotAnswered

_LONGEST_TEXT = 500
"""The most characters of a sentence from another machine."""


class Linked(Table):
    """A seat at a friend's table.

    Args:
        link: the link of the table, or of a seat that the assistant has left.
        name: the name at the table.
        seat: the chair, from 0; None for the first free one.
        any_host: True to follow links to machines outside of the local network.

    Raises:
        InvalidValue: it is not a link, or leads out of the local network.
        NotAnswered: the table does not answer, or has no free chair.
    """

    def __init__(self, link: str, name: str, seat: int | None, *, any_host: bool) -> None:
        """Sit down."""
        line = Line(link.strip())
        if not (any_host or line.is_near):
            raise InvalidValue(
                "the link leads out of the local network: only links to this machine and to "
                "private addresses are opened, unless the server was started with --any-host"
            )
        offer = line.send(requests.Choices())
        if not isinstance(offer, messages.SeatOffer):
            raise InvalidValue(
                "it is the host's link: use the link of the table, from Friends on the page"
            )
        chair = offer.seat
        if chair is None:
            chair, line = _sit_down(line, offer, name, seat)
        self._line, self._id = line, offer.game
        self._own = chair
        self.seat: int | None = chair
        self._heard: tuple[str, ...] = ()
        self._now: messages.Shown = self._look()
        if self._now.seats[chair].stand_in and not offer.is_stand_in:
            line.send(requests.TakeBack(self._id, chair))
            self._now = self._look()
        if self._now.key not in GAMES:
            raise InvalidValue(f"the table plays {_plain(self._now.key)}, which is not installed")
        self.game: AnyGame = GAMES[self._now.key]
        self.refresh()

    def _look(self) -> messages.Shown:
        found = self._line.send(requests.Look(self._id, self._own, None))
        if not isinstance(found, messages.Position | messages.AnyPosition):
            raise NotAnswered("the table does not show the game")
        count = found.view.players if isinstance(found, messages.Position) else len(found.seats)
        if not self._own < count == len(found.seats):
            raise NotAnswered("the answer of the table contradicts itself")
        return found

    def refresh(self) -> None:
        """Look again, and make the steps that need no decision."""
        self._now = self._look()
        while self._now.waits_for in {"step", "round"}:
            step = requests.Step(self._id, self._own, self._now.moment)
            moment = self._now.moment
            after = self._line.send(step)
            is_shown = isinstance(after, messages.Position | messages.AnyPosition)
            self._now = after if is_shown else self._look()  # type: ignore[assignment]  # as asked
            if self._now.moment == moment:
                return

    @property
    def link(self) -> str:
        """The link of the assistant's own seat, by which it can come back."""
        return self._line.link

    @property
    def moment(self) -> int:
        """The number of steps so far."""
        return self._now.moment

    @property
    def is_asked(self) -> bool:
        """True if the assistant must decide."""
        return self._now.waits_for == "person" and self._now.active == self._own

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the finished game, best first; empty before the end."""
        if self._now.waits_for != "nobody":
            return ()
        return tuple(f"{each.place}. {self._names[each.seat]}" for each in self._now.standings)

    @property
    def who(self) -> str:
        """The seats with the names of people, which others have chosen."""
        listed = [
            f"player {at} is {name}" for at, name in enumerate(self._names) if at != self._own
        ]
        return f"You are player {self._own}; {english.join_words(listed)}."

    @property
    def _names(self) -> list[str]:
        named = [_plain(seat.name) for seat in self._now.seats]
        return [YOU if at == self._own else name for at, name in enumerate(named)]

    @property
    def _view(self) -> View | None:
        return self._now.view if isinstance(self._now, messages.Position) else None

    def take_story(self) -> list[str]:
        """Return the events since the last call, in words."""
        told, heard = self._now.told, self._heard
        while heard != told[: len(heard)]:
            heard = heard[1:]  # the server no longer sends the earliest
        self._heard = told
        return [_plain(each) for each in told[len(heard) :]]

    def words(self) -> str:
        """Return the position as text."""
        if isinstance(self._now, messages.AnyPosition):
            return "\n".join(_plain(line.text) for line in self._now.words)
        return with_names(self.game.draw_text(self._now.view), self._names)

    def question(self) -> str:
        """Return the question to the assistant; empty unless it must decide."""
        if not self.is_asked:
            return ""
        if isinstance(self._now, messages.AnyPosition):
            return _plain(self._now.question)
        return english.as_sentence(with_names(self.game.question(self._now.view), self._names))

    def moves(self) -> Mapping[str, str]:
        """Return the legal moves of the assistant, each with its words."""
        if not self.is_asked:
            return {}
        if isinstance(self._now, messages.AnyPosition):
            return {_plain(each.name): _plain(each.title) for each in self._now.moves}
        return {str(move): str(move) for move in self._now.moves}

    def why(self, text: str) -> tuple[Reason, ...]:
        """Return the reasons against a move; empty for a legal one.

        Raises:
            InvalidValue: the table judges moves only when they are made.
        """
        if isinstance(self._now, messages.Position):
            return judge(self.game, self._now.view, text, self._names)[1]
        if self._move_in(text) in self.moves():
            return ()
        raise InvalidValue("this table lists the legal moves, and says why not when one is made")

    def play(self, text: str) -> tuple[Reason, ...]:
        """Make a move, or return the reasons for refusing it."""
        now = requests.Play(self._id, self._own, self._now.moment, self._move_in(text))
        answer = self._line.send(now)
        if isinstance(answer, messages.Refused):
            return tuple(Reason(_plain(each.rule), _plain(each.text)) for each in answer.reasons)
        if not isinstance(answer, messages.Position | messages.AnyPosition):
            self.refresh()
            return (Reason("", "The game has moved on since: look again."),)
        self._now = answer
        self.refresh()
        return ()

    def _move_in(self, text: str) -> str:
        """Return the move that a text is, or whose words it has."""
        wanted = text[:LONGEST_MOVE].strip()
        titled = {title.casefold(): name for name, title in self.moves().items()}
        return titled.get(wanted.casefold().rstrip("."), wanted)

    def picture(self) -> str:
        """Return the position as SVG."""
        if isinstance(self._now, messages.AnyPosition):
            return self._now.picture
        return with_names(self.game.draw_svg(self._now.view), self._names)

    def rules(self) -> tuple[str, ...]:
        """Return the rules of the table; in short if the table does not tell its options."""
        return super().rules() if self._view is None else rules_of_table(self.game, self._view)

    def json(self) -> str:
        """Return the position as JSON; only the card game's tables send it."""
        if self._view is None:
            return super().json()
        return self.game.DOCUMENTS.to_json(self._view, history=False)

    def hint(self) -> str:
        """Return the move that the computer would make in the assistant's seat, and why."""
        answer = self._line.send(requests.Hint(self._id, self._own, self._now.moment))
        if not isinstance(answer, messages.Advice):
            raise InvalidValue("the game has moved on since: look again")
        return _plain(answer.text)


def _sit_down(
    line: Line, offer: messages.SeatOffer, name: str, wanted: int | None
) -> tuple[int, Line]:
    """Return the chair that the assistant has taken, and the line by its own link."""
    if offer.is_yours:
        raise InvalidValue("the link is for watching")
    for _ in offer.seats:
        chair = _choose_chair(offer, wanted)
        try:
            joined = line.send(requests.Join(name, chair, "sit"))
        except NotAnswered:
            again = line.send(requests.Choices())
            if wanted is not None or again == offer or not isinstance(again, messages.SeatOffer):
                raise
            offer = again  # another player was faster: try the next chair
            continue
        if isinstance(joined, messages.Joined):
            return chair, Line(line.link.replace(line.token, joined.secret))
        break
    raise NotAnswered("the chair is no longer free")


def _choose_chair(offer: messages.SeatOffer, wanted: int | None) -> int:
    free = [each.seat for each in offer.chairs if each.is_free and each.seat < len(offer.seats)]
    if wanted is None and free:
        return free[0]
    if wanted not in free or wanted is None:
        listed = english.join_words(free, "or") if free else "none"
        raise InvalidValue(f"the free chairs of the table, from 0: {listed}")
    return wanted


def _plain(text: str) -> str:
    """Return a text of another machine: printable, and not long enough to be a letter."""
    return printable(text)[:_LONGEST_TEXT]
