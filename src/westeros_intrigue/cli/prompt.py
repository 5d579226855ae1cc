"""A prompt with commands: each has its help beside it, and `?` lists them all."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import ClassVar

import attrs
from rich.padding import Padding
from rich.text import Text

from westeros_intrigue import InvalidValue, NotationError, WesterosIntrigueError
from westeros_intrigue.base.values import Value, brief
from westeros_intrigue.cli.output import Refused, sentence
from westeros_intrigue.cli.terminal import Shown, Terminal
from westeros_intrigue.rules import RULEBOOK
from westeros_intrigue.rules.entries import Rulebook


@attrs.frozen
class Word(Value):
    """Something that can be typed at a prompt."""

    usage: str
    """The command with its argument, such as `rule ID`; its first word starts it."""
    help: str
    run: Callable[[str], None] | None = None
    """Does it with the rest of the line; None for a line of the help that is not a command."""
    also: tuple[str, ...] = ()
    """Other words that start it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The words that start it."""
        return (self.usage.split()[0], *self.also) if self.run else ()


class Prompt:
    """Asks for lines, and follows those that are commands."""

    EXAMPLE: ClassVar[str] = ""
    """A line that makes sense, to be shown where one does not."""
    RULES: Rulebook = RULEBOOK
    """The rules that can be looked up."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def words(self) -> list[Word]:
        """Return what can be typed now, in the order of the help."""
        return [
            *self.move_words(),
            Word("undo", "drop what is chosen, or take back the last decision", self._undo, ("u",)),
            Word("look", "show everything again", self._look, ("board", "court", "hand", "points")),
            Word("rule ID", "a rule, by its id, or all of a chapter", self._rule, ("rules",)),
            Word("quit", "leave"),
        ]

    def move_words(self) -> list[Word]:
        """Return how a move is typed."""
        return []

    def things(self) -> list[str]:
        """Return what can be typed besides commands, such as cards, as far as it is short."""
        return []

    def step(self, prompt: str) -> None:
        """Ask once, and do what is asked for."""
        commands = {name: each.run for each in self.words() for name in each.names}
        typed = self.terminal.ask(prompt, [*self.things(), *commands])
        word, _, argument = typed.partition(" ")
        run = self._help if word.lower() in {"?", "h", "help"} else commands.get(word.lower())
        try:
            if run:
                run(argument.strip())
            else:
                self.answer(typed)
        except Refused as refused:
            self.terminal.say(f"{refused}.")
        except WesterosIntrigueError as error:
            near = [] if run else difflib.get_close_matches(word.lower(), commands, 1, 0.7)
            unknown = [f"Unknown command {word[:40]!r}. Did you mean {each}?" for each in near]
            self.terminal.say(*(unknown or self.told(typed, error)))

    def answer(self, typed: str) -> None:
        """Follow a line that is not a command; its errors are printed."""
        raise NotImplementedError

    def told(self, typed: str, error: WesterosIntrigueError) -> list[Shown]:
        """Return the message about a line that could not be followed."""
        if isinstance(error, NotationError):
            found = repr(error.text) if error.text else "the end of the line"
            told = f"I cannot make sense of {brief(typed)}: expected {error.expected}, found "
            return [f"{told}{found}. Type something like {self.EXAMPLE}, or ? for help."]
        return [sentence(error)]

    def take_back(self) -> bool:
        """Take back the last decision; return whether there is one."""
        return False

    def _undo(self, _argument: str) -> None:
        if not self.take_back():
            self.terminal.say("There is nothing to take back.")

    def _help(self, _argument: str) -> None:
        width = max(len(each.usage) for each in self.words()) + 2
        self.terminal.say(
            Text("\n".join(f"  {each.usage:{width}}{each.help}" for each in self.words()))
        )

    def _look(self, _argument: str) -> None:
        self.terminal.look()

    def _rule(self, rule_id: str) -> None:
        self.terminal.say(*rule_lines(self.RULES, rule_id.lower()))


def rule_lines(rules: Rulebook, wanted: str) -> list[Shown]:
    """Return a rule with its kind and its reason, or the rules of a chapter."""
    chapter = [found for found in rules.values() if found.chapter == wanted]
    if chapter:
        return [line for found in chapter for line in rule_lines(rules, found.id)[:2]]
    try:
        found = rules.rule(wanted)
    except InvalidValue as error:
        chapters = ", ".join(dict.fromkeys(found.chapter for found in rules.values()))
        told = error if wanted else "a rule has an id such as court.match"
        raise InvalidValue(f"{told}; the chapters are {chapters}") from error
    lines: list[Shown] = [
        Text.assemble((found.id, "bold"), f" ({found.kind.value})"),
        Padding(found.text, (0, 0, 0, 2)),
    ]
    if found.reason:
        lines.append(Padding(f"Why so: {found.reason}", (0, 0, 0, 2)))
    return lines
