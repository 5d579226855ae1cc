"""A seat at a table of `web`, which the assistant takes by a link, as a friend does.

What answers at a link is another machine, which may be hostile or have nothing to do with games. An
assistant learns nothing from an answer that does not come from a table, and from a table only what
is short.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import copy
import re
import time
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from xml.etree import ElementTree as ET

from westeros_intrigue import View
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.english import printable
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.sentences import with_names
from westeros_intrigue.gamekit.wording import rules_of_table
from westeros_intrigue.play.assistants.tables import LONGEST_MOVE, Reason, Table, judge_move
from westeros_intrigue.play.page import linking, messages, requests
from westeros_intrigue.play.page.linking import NotAnswered

_LONGEST_TEXT = 500
"""The most characters of a sentence from another machine."""
_LONGEST_PAGE = 20_000
"""The most characters of a position or a story from another machine."""
_LONGEST_LIST = 100_000
"""The most characters of the legal moves at another machine."""
_DRAWN = re.compile(
    r"svg|g|title|desc|style|defs|rect|circle|ellipse|line|polyline|polygon|path|text|tspan"
    r"|linearGradient|radialGradient|stop"
)
"""The elements that pictures of tables need. Those that repeat others could be drawn for hours."""
_MOST_DRAWN = 20_000
_TALLEST = 10
"""The most times that a picture may be as high as wide: it is drawn 900 dots wide."""
_SECONDS_TO_BE_LET_IN = 20
"""The time that one call waits for the people at a table to let the assistant in."""
_SECONDS_BETWEEN_QUESTIONS = 1
_MOST_SEATS = 20
_MOST_REASONS = 20
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
"""The secret in the links of tables and seats: 128 random bits."""
_SECONDS_OF_CALL = 30
"""The time for all answers of a table during one call of a tool."""
NOBODY = "no table answers there: ask the person who gave the link whether it is right"
"""The one sentence about all that is not a table, so that an assistant learns nothing of other
machines: whether a port is open, what listens there, and what it says."""


class Line(linking.Line):
    """Messages to a link's table; an answer from anything else is not repeated.

    Raises:
        InvalidValue: it is not a link of a table.
    """

    def __init__(self, link: str) -> None:
        """Check the link without sending anything."""
        super().__init__(link)
        if not _TOKEN.fullmatch(self.token):
            raise InvalidValue(
                f"{printable(link[:80])}: the link of a table ends with 22 letters, digits, - and _"
            )

    def send(self, request: requests.Request) -> messages.Answer:
        """Return the answer to a request; a fault only if the game has moved on since.

        Raises:
            NotAnswered: the table refuses the request, or none answers.
        """
        try:
            return super().send(request)
        except linking.NoTableThere:
            raise NotAnswered(NOBODY) from None
        except NotAnswered as error:
            raise type(error)(_plain(str(error))) from None


def line_to(link: str, *, any_host: bool) -> Line:
    """Return the line of a link that an assistant may open, without sending anything.

    Raises:
        InvalidValue: it is not a link of a table, or leads out of the local network.
    """
    line = Line(link.strip())
    if not (any_host or line.is_near):
        raise InvalidValue(
            "the link leads out of the local network: only links to this machine and to "
            "private addresses are opened, unless the server was started with --any-host"
        )
    return line


class Linked(Table):
    """A seat at a friend's table.

    Args:
        link: the link of the table, or of a seat that the assistant has left.
        name: the name at the table.
        seat: the chair, from 0; None for the first free one.
        any_host: True to follow links to machines outside of the local network.
        most_idle: the time in seconds after a call when the assistant counts as away; until then it
            gives signs of life, as a page does.
        asked: the links whose people are asked whether the assistant may sit down, each with the
            chair and the number of the claim; another call with it waits for the same answer.

    Raises:
        InvalidValue: it is not a link, or leads out of the local network.
        NotAnswered: no table answers, it has no free chair, or its people do not let the assistant
            in, or not yet.
    """

    is_elsewhere: bool = True
    seen: float = 0.0

    def __init__(
        self,
        link: str,
        name: str,
        seat: int | None,
        *,
        any_host: bool,
        most_idle: float = float("inf"),
        asked: MutableMapping[str, tuple[int, str]] | None = None,
    ) -> None:
        """Sit down."""
        line = line_to(link, any_host=any_host).until(time.monotonic() + _SECONDS_OF_CALL)
        offer = line.send(requests.Choices())
        if not isinstance(offer, messages.SeatOffer):
            raise InvalidValue(
                "it is the host's link: use the link of the table, from Friends on the page"
            )
        chair = offer.seat
        if chair is None:
            chair, line = _sit_down(line, offer, name, seat, {} if asked is None else asked)
        self._line, self._id = line, offer.game
        self._own = chair
        self.seat: int | None = chair
        self._heard: tuple[str, ...] = ()
        self._key = ""
        self._now: messages.Shown = self._look()
        self._key = self._now.key
        line.is_stand_in = offer.is_stand_in
        if self._now.seats[chair].stand_in and not line.is_stand_in:
            with suppress(NotAnswered):  # who comes during a round waits for the next deal
                line.send(requests.TakeBack(self._id, chair))
            self._now = self._look()
        if self._now.key not in GAMES:
            raise InvalidValue(f"the table plays {_plain(self._now.key)}, which is not installed")
        self.game: AnyGame = GAMES[self._now.key]
        self.refresh()
        self._beats = linking.Beats(line, self._id, most_idle)

    def _look(self) -> messages.Shown:
        answer = self._line.send(requests.Look(self._id, self._own, None))
        if not isinstance(answer, messages.Position | messages.AnyPosition):
            raise NotAnswered("the table does not show the game")
        return self._check(answer)

    def _check(self, shown: messages.Shown) -> messages.Shown:
        """Return a position that a table can send.

        Raises:
            NotAnswered: it contradicts itself or the one before, or is too long.
        """
        count = shown.view.players if isinstance(shown, messages.Position) else len(shown.seats)
        highest = max(self._own, shown.active or 0, *(line.seat for line in shown.standings), 0)
        if not highest < count == len(shown.seats) or self._key not in {"", shown.key}:
            raise NotAnswered("the answer of the table contradicts itself")
        moves = () if isinstance(shown, messages.Position) else shown.moves
        if count > _MOST_SEATS or sum(len(move.name) for move in moves) > _LONGEST_LIST:
            raise NotAnswered("the answer of the table is longer than that of any game")
        self.seen = time.monotonic()
        return shown

    def apart(self) -> Linked:
        """Return this seat for one call, whose answers must all arrive in time.

        The call changes nothing here, so nobody waits for the answers to another.
        """
        self._beats.renew()
        seat = copy.copy(self)
        seat._line = self._line.until(time.monotonic() + _SECONDS_OF_CALL)
        return seat

    def close(self) -> None:
        """Give no more signs of life; the chair stays the assistant's."""
        self._beats.close()

    def read(self) -> None:
        """Look again."""
        self._now = self._look()

    def refresh(self) -> None:
        """Look again, and make the steps that need no decision."""
        self.read()
        while self._now.waits_for in {"step", "round"}:
            step = requests.Step(self._id, self._own, self._now.moment)
            moment = self._now.moment
            after = self._line.send(step)
            is_shown = isinstance(after, messages.Position | messages.AnyPosition)
            self._now = self._check(after) if is_shown else self._look()  # type: ignore[arg-type]  # as asked
            if self._now.moment == moment:
                return

    @property
    def waits_until(self) -> str:
        """The moment when the assistant begins to play, in a sentence; empty if it plays."""
        if self._now.waits_for == "friends":
            return "The game begins when all chairs are taken, or when the host begins."
        if (stand_in := self._now.seats[self._own].stand_in) and not self._line.is_stand_in:
            return f"You play from the next deal on. Until then, {_plain(stand_in)} plays."
        return ""

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

    def story(self) -> list[str]:
        """Return the events since the assistant's last move, in words; nothing is consumed."""
        told, heard = self._now.told, self._heard
        while heard != told[: len(heard)]:
            heard = heard[1:]  # the server no longer sends the earliest
        return _shorten([_plain(sentence) for sentence in told[len(heard) :]])

    def words(self) -> str:
        """Return the position as text."""
        if isinstance(self._now, messages.AnyPosition):
            return "\n".join(_shorten([_plain(line.text) for line in self._now.words]))
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
            return judge_move(self.game, self._now.view, text, self._names)[1]
        if self._move_in(text) in self.moves():
            return ()
        raise InvalidValue("this table lists the legal moves, and says why not when one is made")

    def play(self, text: str) -> tuple[Reason, ...]:
        """Make a move, or return the reasons for refusing it."""
        now = requests.Play(self._id, self._own, self._now.moment, self._move_in(text))
        answer = self._line.send(now)
        if isinstance(answer, messages.Refused):
            reasons = answer.reasons[:_MOST_REASONS]
            return tuple(Reason(_plain(reason.rule), _plain(reason.text)) for reason in reasons)
        if not isinstance(answer, messages.Position | messages.AnyPosition):
            self.refresh()
            return (Reason("", "The game has moved on since: look again."),)
        self._heard = self._now.told
        self._now = self._check(answer)
        self.refresh()
        return ()

    def _move_in(self, text: str) -> str:
        """Return the move that a text is, or whose words it has."""
        wanted = text[:LONGEST_MOVE].strip()
        titled = {title.casefold(): name for name, title in self.moves().items()}
        return titled.get(wanted.casefold().rstrip("."), wanted)

    def picture(self) -> str:
        """Return the position as SVG; nothing if drawing that of the table could take long."""
        if isinstance(self._now, messages.AnyPosition):
            return self._now.picture if _is_drawn_soon(self._now.picture) else ""
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
    line: Line,
    offer: messages.SeatOffer,
    name: str,
    wanted: int | None,
    asked: MutableMapping[str, tuple[int, str]],
) -> tuple[int, Line]:
    """Return the chair that the assistant has taken, and the line by its own link."""
    if offer.is_yours:
        raise InvalidValue("the link is for watching")
    if line.link in asked:
        return _wait_to_be_let_in(line, asked)
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
            return chair, line.with_token(joined.secret)
        if isinstance(joined, messages.Asked):
            asked[line.link] = chair, joined.claim
            return _wait_to_be_let_in(line, asked)
        break
    raise NotAnswered("the chair is no longer free")


def _wait_to_be_let_in(line: Line, asked: MutableMapping[str, tuple[int, str]]) -> tuple[int, Line]:
    """Return the chair of a game under way, once the people at the table have agreed."""
    chair, claim = asked[line.link]
    ends = time.monotonic() + _SECONDS_TO_BE_LET_IN
    while True:
        try:
            answer = line.send(requests.Claimed(claim))
        except NotAnswered:
            del asked[line.link]
            raise
        if isinstance(answer, messages.Joined):
            del asked[line.link]
            return chair, line.with_token(answer.secret)
        if time.monotonic() > ends:
            break
        time.sleep(_SECONDS_BETWEEN_QUESTIONS)
    words = ""
    if isinstance(answer, messages.Asked):
        words = f", and see the words {_plain(answer.words)}"
    raise NotAnswered(
        f"the people at the table are asked whether you may sit down{words}: tell your person, and "
        "join again by the same link to wait for their answer"
    )


def _choose_chair(offer: messages.SeatOffer, wanted: int | None) -> int:
    free = [each.seat for each in offer.chairs if each.is_free and each.seat < len(offer.seats)]
    if wanted is None and free:
        return free[0]
    if wanted not in free or wanted is None:
        listed = english.join_words(free, "or") if free else "none"
        raise InvalidValue(f"the free chairs of the table, from 0: {listed}")
    return wanted


def _shorten(lines: list[str]) -> list[str]:
    """Return the lines, or the last ones if all together are too long for a page."""
    left, kept = _LONGEST_PAGE, len(lines)
    while kept and (left := left - len(lines[kept - 1])) >= 0:
        kept -= 1
    return [f"({english.count_things(kept, 'line')} more)", *lines[kept:]] if kept else lines


def _is_drawn_soon(svg: str) -> bool:
    """Return True if a picture of another machine can be drawn at once, and refers to no other.

    >>> _is_drawn_soon('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9"/></svg>')
    True
    >>> _is_drawn_soon('<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>')
    False
    """
    if "<!" in svg.replace("<!--", "") or "@import" in svg or re.search(r"url\((?!#)", svg):
        return False
    try:
        root = ET.fromstring(svg)  # noqa: S314 - entities need a declaration, which begins with <!
        sizes = [root.get(name, "1").removesuffix("px") for name in ("width", "height")]
        width, height = (1.0 if "%" in size else float(size) for size in sizes)
        box = root.get("viewBox", "0 0 1 1").replace(",", " ").split()
        _, _, across, down = map(float, box)
    except (ET.ParseError, ValueError):
        return False
    elements = list(root.iter())
    return (
        len(elements) <= _MOST_DRAWN
        and height <= _TALLEST * width < float("inf")
        and down <= _TALLEST * across < float("inf")
        and all(
            _DRAWN.fullmatch(str(element.tag).rpartition("}")[2])
            and not any(name.rpartition("}")[2] == "href" for name in element.attrib)
            for element in elements
        )
    )


def _plain(text: str) -> str:
    """Return a text of another machine: printable, and not long enough to be a letter."""
    return printable(text)[:_LONGEST_TEXT]
