"""A prompt with commands: each has its help beside it, and `?` lists them all."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

import attrs
from rich.padding import Padding
from rich.text import Text

from westeros_intrigue import InvalidValue, WesterosIntrigueError
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.output import Refused
from westeros_intrigue.cli.terminal import Shown, Terminal
from westeros_intrigue.rules import RULEBOOK
from westeros_intrigue.rules.entries import Rule, entry_of


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

    RULES: Mapping[str, Rule] = RULEBOOK
    """The rules that can be looked up."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def words(self) -> list[Word]:
        """Return what can be typed now, in the order of the help."""
        return [
            Word("undo", "drop what is chosen, or take back the last decision", self._undo, ("u",)),
            Word("look", "show everything again", self._look, ("board", "court", "hand", "points")),
            Word("rule ID", "a rule, by its id", self._rule, ("rules",)),
            Word("quit", "leave"),
        ]

    def things(self) -> list[str]:
        """Return what can be typed besides commands, such as cards, as far as it is short."""
        return []

    def step(self, prompt: str) -> None:
        """Ask once, and do what is asked for."""
        names = [name for each in self.words() for name in each.names]
        typed = self.terminal.ask(prompt, [*self.things(), *names])
        word, _, argument = typed.partition(" ")
        commands = {name: each.run for each in self.words() for name in each.names}
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

    def told(self, typed: str, error: WesterosIntrigueError) -> list[Shown]:  # noqa: ARG002 - for subclasses
        """Return the message about a line that could not be followed."""
        return [f"{error}."]

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


def rule_lines(rules: Mapping[str, Rule], rule_id: str) -> list[Shown]:
    """Return a rule with its kind and its reason, or why no rule has that id."""
    try:
        found = entry_of(rules, rule_id)
    except InvalidValue as error:
        return [f"{error} (the command `rules` lists them all)."]
    lines: list[Shown] = [
        Text.assemble((found.id, "bold"), f" ({found.kind.value})"),
        Padding(found.text, (0, 0, 0, 2)),
    ]
    if found.reason:
        lines.append(Padding(f"Why so: {found.reason}", (0, 0, 0, 2)))
    return lines
