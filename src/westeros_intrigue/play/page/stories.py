"""The stories of games in words, told from where their readers are.

A message has the whole story of the round, or the latest events of another game. Only what has
followed since the last message to the same reader is put into words.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import threading
from collections.abc import Mapping, Sequence

import attrs

import westeros_intrigue
from westeros_intrigue import View
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.game import AnyPosition
from westeros_intrigue.gamekit.sentences import with_names
from westeros_intrigue.play.sessions import AnySession
from westeros_intrigue.rules.game_events import Reveal, RoundEnd, RoundStart

_MOST_TOLD = 60
"""The number of events of a game that its story tells, the latest ones."""
_MOST_READERS = 400
"""The number of stories in memory: the most recent ones."""


@attrs.frozen(eq=False)
class _Story:
    """A reader's story at one moment."""

    first: AnyPosition
    """The first state of the game; a game that is read from its file again has another."""
    moment: int
    view: AnyPosition
    """The reader's view at the moment."""
    names: tuple[str, ...]
    titles: Mapping[str, str]
    """The names of people and things when the sentences were made."""
    told: tuple[str, ...]
    """The sentences; empty ones for events without words."""

    def is_before(self, later: _Story) -> bool:
        """Return True if another story of the same reader continues this one."""
        return (
            self.first is later.first
            and self.moment <= later.moment
            and self.names == later.names
            and self.titles == later.titles
        )


class Stories:
    """The stories of an engine's games, by game and reader.

    >>> from westeros_intrigue.gamekit.game import GAMES
    >>> from westeros_intrigue.play.sessions import Seat, Session
    >>> game = GAMES["westeros-intrigue"]
    >>> seats = (Seat("Ada", "person"), Seat("Ben", "person"))
    >>> session = Session.begun(game, game.setup(2, seed=1), seats, seed=1)
    >>> view = game.observe(session.state, 0)
    >>> stories = Stories()
    >>> stories.tell_story("westeros-intrigue-1", session, view, 0, names=["You", "Ben"])
    ('You start round 1.',)
    """

    def __init__(self) -> None:
        """Start without any story."""
        self._stories: dict[tuple[str, int | None], _Story] = {}
        self._memory = threading.Lock()

    def forget(self, game: str) -> None:
        """Forget the stories of a game, since another course can follow.

        >>> Stories().forget("nim-1")

        Args:
            game: the id of the game.
        """
        with self._memory:
            for key in [key for key in self._stories if key[0] == game]:
                del self._stories[key]

    def tell_story(
        self,
        game: str,
        session: AnySession,
        view: AnyPosition,
        viewer: int | None,
        *,
        names: Sequence[str],
        titles: Mapping[str, str] = {},
    ) -> tuple[str, ...]:
        """Return the story that a reader knows at the current moment, in sentences.

        Args:
            game: the id of the game.
            session: the game.
            view: the reader's view of its state.
            viewer: the seat of the reader, from 0; None for the public.
            names: the names of the seats, as the reader knows them.
            titles: the names of cards and characters by their ids.
        """
        told = _Story(session.first, session.moment, view, tuple(names), titles, ())
        with self._memory:
            before = self._stories.pop((game, viewer), None)
        if before is not None and not before.is_before(told):
            before = None
        if isinstance(view, View):
            sentences = _tell_round(before, told, view)
        else:
            sentences = _tell_any(before, told, session, viewer)
        told = attrs.evolve(told, told=sentences)
        with self._memory:
            self._stories[game, viewer] = told
            if len(self._stories) > _MOST_READERS:
                del self._stories[next(iter(self._stories))]
        return tuple(filter(None, told.told))


def _tell_any(
    before: _Story | None, told: _Story, session: AnySession, viewer: int | None
) -> tuple[str, ...]:
    """Return the latest events of any game in words."""
    game = session.game
    start = before.view if before else game.observe(session.first, viewer)
    happened = game.events(start, told.view)[-_MOST_TOLD:]
    sentences = (_sentence(game.sentence(event, viewer), told) for event in happened)
    return ((*before.told, *sentences) if before else tuple(sentences))[-_MOST_TOLD:]


def _tell_round(before: _Story | None, told: _Story, view: View) -> tuple[str, ...]:
    """Return the events of the round in words, without the points at its end."""
    earlier = before.view if before else None
    happened = westeros_intrigue.events(earlier if isinstance(earlier, View) else None, view)
    starts = [at for at, event in enumerate(happened) if isinstance(event, RoundStart)]
    sentences = tuple(
        _sentence(westeros_intrigue.sentence(event, view.player), told)
        for event in happened[starts[-1] if starts else 0 :]
        if not isinstance(event, RoundEnd | Reveal)
    )
    return sentences if starts or not before else (*before.told, *sentences)


def _sentence(text: str | None, told: _Story) -> str:
    """Return the words for an event with names; empty if it has none."""
    return english.as_sentence(with_names(text, told.names, told.titles)) if text else ""
