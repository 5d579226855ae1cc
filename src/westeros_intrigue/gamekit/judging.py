"""The judge of texts, and the teller of events: one sentence for one failure, whoever reads it.

A page, a terminal, an assistant and a seat of a language model read moves and tell events by these
functions. They differ in how much help a refusal gives.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

import attrs

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import NotationError, WrongType
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition
from westeros_intrigue.gamekit.refusals import AnyViolation
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.gamekit.sentences import telling_titles, with_names
from westeros_intrigue.gamekit.wording import AmbiguousWords, read_and_explain

Gives: TypeAlias = Literal["remedy", "reasons", "rules", "nothing"]
"""The help of a refusal."""
SpeaksTo: TypeAlias = Callable[[str], str]
"""Puts a sentence of a game into the words of its reader: names instead of seats and ids."""

NOT_A_MOVE = "notation"
"""The code of the reason for refusing a text that is not a move."""
MOST_NAMED = 6
"""The most legal moves in the remedy for a text that is not a move."""
_HELPS = ("remedy", "reasons", "rules", "nothing")
_ILLEGAL = "That move is illegal."
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")


@attrs.frozen
class Reason(values.Value):
    """One reason for refusing a text, in the words of its reader.

    >>> str(Reason("slot-taken", "court.vacant", "The slot is taken.", "Choose a1 or a2."))
    'The slot is taken. Choose a1 or a2.'
    """

    code: str
    """The kind of violation, by which programs decide; `notation` for a text that is not a move."""
    rule: str
    """The id of the broken rule; empty for a text that is not a move."""
    obstacle: str = ""
    """The obstacle as a sentence; empty if the refusal gives no reasons."""
    remedy: str = ""
    """The advice, in sentences; empty if there is none, or if a later reason has the same."""

    def __str__(self) -> str:
        return f"{self.obstacle} {self.remedy}".strip()


@attrs.frozen
class Verdict(values.Value):
    """A text as a move, with the reasons against it.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.gamekit import GAMES, judge
    >>> verdict = judge(GAMES["westeros-intrigue"], observe(setup(6, seed=1), 0), "no move")
    >>> verdict.is_a_move, verdict.is_legal, verdict.reasons[0].code
    (False, False, 'notation')
    >>> Verdict("pass").is_legal
    True
    """

    move: Any
    """The move that the text means; None if it is not a move."""
    reasons: tuple[Reason, ...] = ()
    """The reasons against it; none for a legal move."""
    text: str = ""
    """The refusal as a text for the reader; empty for a legal move."""

    @property
    def is_a_move(self) -> bool:
        """True if the text is a move, legal or not."""
        return self.move is not None

    @property
    def is_legal(self) -> bool:
        """True if the text means a legal move."""
        return not self.reasons


def speaking_to(
    game: AnyGame,
    position: AnyPosition,
    viewer: int | None,
    names: Sequence[str] = (),
    *,
    in_drawing: bool = False,
) -> SpeaksTo:
    """Return the function that puts the sentences of a game into the words of a reader.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> btwixt = GAMES["btwixt"]
    >>> speaker = speaking_to(btwixt, btwixt.setup(3, seed=1), 1)
    >>> speaker("player 1 leads as jon-snow, and player 2 waits")
    'You lead as Jon Snow, and player 2 waits'

    Args:
        game: the game.
        position: a state or a view, whose titles stand instead of ids.
        viewer: the seat of the reader, from 0; None for a spectator.
        names: the names of the seats; without any, the reader is "You", and others have numbers.
        in_drawing: True to leave out ids that a drawing shows in another way.
    """
    seats = range(position.players)
    named = tuple(names) or tuple(YOU if seat == viewer else f"player {seat}" for seat in seats)
    titles = telling_titles(game.titles(position), in_drawing=in_drawing)
    return partial(with_names, names=named, titles=titles)


def seat_of(view: Any) -> int:  # noqa: ANN401 - each game has its views
    """Return the seat, from 0, that a view belongs to.

    >>> from westeros_intrigue import observe, setup
    >>> seat_of(observe(setup(3, seed=1), 2))
    2

    Raises:
        WrongType: the position is not the view of a seat.
    """
    # `player` is the name in views of other games.
    seat = getattr(view, "viewer", getattr(view, "player", None))
    if not isinstance(seat, int) or seat < 0:
        raise WrongType(
            f"view must be the view of a seat, not {values.short_repr(view)}: pass what observe "
            "returns for the seat"
        )
    return seat


def judge(
    game: AnyGame,
    view: AnyPosition,
    text: str,
    speaker: SpeaksTo | None = None,
    *,
    gives: Gives = "remedy",
    advise: Callable[[AnyViolation], str] | None = None,
) -> Verdict:
    """Return the move that a text means at a view, and the reasons against it.

    The text is notation, or the words of a legal move, as `read_move` reads them. A refusal has no
    line and column, since its reader has no file, and says each advice once.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.gamekit import GAMES
    >>> game, view = GAMES["westeros-intrigue"], observe(setup(6, seed=1), 0)
    >>> str(judge(game, view, "Stark to a0").move)
    'S8@a0'
    >>> verdict = judge(game, view, "S8@b0")
    >>> verdict.is_legal, verdict.reasons[0].rule
    (False, 'court.support')
    >>> verdict.text
    'S8 cannot go to b0: the slot needs cards below it, in a0 and a1, and both are empty. For S8, \
choose a0.'
    >>> judge(game, view, "S8@b0", gives="reasons").text
    'S8 cannot go to b0: the slot needs cards below it, in a0 and a1, and both are empty.'
    >>> judge(game, view, "castle", gives="nothing").text
    "'castle' is not a move."

    Args:
        game: the game.
        view: the view of the seat that decides. A state has more than the seat can know.
        text: the text.
        speaker: puts sentences into the reader's words; None if the reader is the viewer, and
            other seats have numbers. See `speaking_to`.
        gives: `remedy` for the reasons and moves that would work; `reasons` without such moves,
            which a program could copy; `rules` for the broken rules; or `nothing`.
        advise: returns the advice of a violation, for a reader who sees the game in another form,
            such as places marked with colours; None for the game's own advice.

    Raises:
        InvalidValue: there is no such help.
        WrongType: `text` is not a str.
    """
    values.check_one_of("gives", gives, _HELPS)
    try:
        move, violations = read_and_explain(game, view, text)
    except ValueError as error:
        reason = _judge_text(game, view, text, error, gives)
        return Verdict(None, (reason,), str(reason))
    if not violations:
        return Verdict(move)
    speak = speaker or speaking_to(game, view, seat_of(view))
    found = [
        Reason(
            str(each.code),
            each.rule,
            f"{speak(_without_advice(each))}.",
            speak(advise(each) if advise else each.remedy),
        )
        for each in violations
    ]
    return Verdict(move, *_refuse(game, found, gives))


def told(
    game: AnyGame,
    before: AnyPosition,
    after: AnyPosition,
    viewer: int | None,
    speaker: SpeaksTo | None = None,
) -> tuple[str, ...]:
    """Return the events between two positions as sentences for a reader.

    It consumes nothing: the same question has the same answer.

    >>> from westeros_intrigue.games import btwixt
    >>> before = btwixt.setup(3, seed=1)
    >>> after = btwixt.apply(before, btwixt.parse_move("leader jon-snow"))
    >>> told(btwixt, before, after, 0)
    ('You lead as Jon Snow.',)

    Args:
        game: the game.
        before: a state or a view.
        after: a later state of the game, or a later view of the same seat.
        viewer: the seat of the reader, from 0; None for a spectator.
        speaker: puts sentences into the reader's words; None if the reader is the viewer, and
            other seats have numbers. See `speaking_to`.
    """
    speak = speaker or speaking_to(game, after, viewer)
    happened = (game.sentence(event, viewer) for event in game.events(before, after))
    return tuple(english.as_sentence(speak(each)) for each in happened if each)


def _without_advice(violation: AnyViolation) -> str:
    """Return the sentence of a violation up to its advice."""
    # Must agree with `Refusals.put_together`: the advice is the end of the sentence.
    return str(violation).rstrip(".").removesuffix(violation.remedy.rstrip(".")).rstrip(" .:")


def _refuse(game: AnyGame, found: Sequence[Reason], gives: Gives) -> tuple[tuple[Reason, ...], str]:
    """Return the reasons with as much help as wanted, and their text."""
    if gives in {"rules", "nothing"}:
        reasons = tuple(Reason(each.code, each.rule) for each in found)
        broken = dict.fromkeys(each.rule for each in found if each.rule in game.RULEBOOK)
        cited = [str(game.rule(each)) for each in broken] if gives == "rules" else []
        return reasons, " ".join([_ILLEGAL, *cited])
    remedies = _say_once([each.remedy if gives == "remedy" else "" for each in found])
    reasons = tuple(
        attrs.evolve(each, remedy=remedy) for each, remedy in zip(found, remedies, strict=True)
    )
    return reasons, english.join_sentences([str(each) for each in reasons])


def _say_once(texts: Sequence[str]) -> list[str]:
    """Return texts without the sentences that a later one has too."""
    parts = [
        [english.as_sentence(each) for each in _SENTENCE_END.split(text) if each] for text in texts
    ]
    later = [{each for rest in parts[at + 1 :] for each in rest} for at in range(len(parts))]
    return [
        " ".join(each for each in own if each not in others)
        for own, others in zip(parts, later, strict=True)
    ]


def _judge_text(
    game: AnyGame, view: AnyPosition, text: str, error: ValueError, gives: Gives
) -> Reason:
    """Return the reason for refusing a text that is not a move."""
    tried = values.short_repr(text) if text.strip() else "an empty text"
    if isinstance(error, AmbiguousWords):
        obstacle = f"{tried} can mean several moves."
        remedy = f"Write {english.join_words(error.meant, 'or')}."
    else:
        obstacle = english.capital(f"{tried} is not a move.")
        remedy = _name_moves(game, view)
        # For a game that raises any other ValueError, `read_move` expects some of its legal moves.
        if isinstance(error, NotationError) and error.__cause__ is None:
            remedy = f"Expected {error.expected}. {remedy}".rstrip()
    return Reason(NOT_A_MOVE, "", obstacle, remedy if gives == "remedy" else "")


def _name_moves(game: AnyGame, view: AnyPosition) -> str:
    legal = game.distinct_moves(view)
    # Spread over the list, since neighbours are alike.
    step = max(1, len(legal) // MOST_NAMED)
    named = english.join_words(legal[::step][:MOST_NAMED])
    return f"Legal moves include {named}." if named else ""
