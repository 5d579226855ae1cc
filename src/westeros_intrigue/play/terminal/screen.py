"""The terminal: input from people, and output to them.

Rich detects the abilities of the terminal. If the screen can be redrawn, each prompt shows the
page, with the lines printed since below it, and draws both again when the window changes its size.
In a file or a pipe, everything is written once, in order. People can edit their input, with a
history and Tab completion.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import enum
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import accumulate
from typing import NoReturn, TextIO

import attrs
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.segment import Segment, SegmentLines
from rich.text import Text
from typing_extensions import override

from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.play.terminal.output import WIDEST, Output, standard_streams

_LINES_OUT_OF_SIGHT = 100
_BEFORE_THINKING_SHOWS = 0.5
_FORGET = "\x1b[3J"
"""Erases the lines that the user could scroll back to."""

Shown = RenderableType
Page = Callable[[], Shown]
"""Draws a whole screen."""


class Turn(enum.IntEnum):
    """The order in which a page that does not fit gives things up."""

    BOARD = 0
    """The picture of the board, as a whole."""
    DETAILS = 1
    """Explanations of a line or a move, which can be asked for."""
    BLANK = 2
    """Empty lines."""
    LAYOUT = 3
    """Lines of their own: the same words stand side by side."""
    NEWS = 4
    """Past events, which a page of their own then shows first."""
    OTHERS = 5
    """Words about the table and the other players, a line at a time."""


@attrs.frozen
class Part:
    """A part of a page, with the shorter forms that it has on a page that does not fit."""

    full: Shown
    shorter: tuple[tuple[Turn, Shown], ...] = ()
    """The shorter forms, longest first, each with its turn."""
    is_cut: bool = False
    """True if its shortest form can lose its last lines, one by one, but not the first."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the full form, for output other than a page."""
        yield self.full


_NOTHING = Group()


def spare(shown: Shown, turn: Turn) -> Part:
    """Return a part that a page can omit as a whole; `look` shows it."""
    return Part(shown, ((turn, _NOTHING),))


class EditedLines:
    """Reads lines from the terminal of the process; Tab completes words.

    `redraw` draws the page again when the window changes its size.
    """

    def __init__(self, redraw: Callable[[], None]) -> None:
        # Imported late: it is slow and can be missing.
        from prompt_toolkit import PromptSession, completion, input, output, shortcuts  # noqa: A004, PLC0415
        from prompt_toolkit.input import typeahead  # noqa: PLC0415

        self._input = input.create_input(sys.stdin)
        screen = output.create_output(sys.stdout)
        # Some terminals do not report the cursor's position, and one line does not need it.
        screen.enable_cpr = False  # type: ignore[attr-defined]  # outputs of Windows have none
        self._complete = completion.WordCompleter
        self._forget = typeahead.clear_typeahead
        self._session = PromptSession[str](
            input=self._input,
            output=screen,
            complete_style=shortcuts.CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            enable_suspend=True,
        )
        app = self._session.app
        resized = app._on_resize

        def on_resize() -> None:
            app.renderer.erase()
            redraw()
            resized()

        app._on_resize = on_resize  # type: ignore[method-assign]

    def read(self, prompt: str, words: Sequence[str]) -> str:
        """Return a line with its end, as `readline` does; empty at the end of the input."""
        completer = self._complete([*dict.fromkeys(words)], ignore_case=True)
        with suppress(EOFError):
            return f"{self._session.prompt(prompt, completer=completer)}\n"
        return ""

    def forget_typed_ahead(self) -> None:
        """Discard keys that were pressed before the prompt."""
        self._forget(self._input)


class Terminal(Output):
    """A person's terminal, or files and pipes instead.

    Args:
        source: the input.
        sink: the output.
        errors: the output for errors and progress.
        environment: the environment variables.
        colour: `always`, `never`, or `auto` for terminals that support it.
    """

    def __init__(
        self,
        source: TextIO,
        sink: TextIO,
        errors: TextIO,
        environment: Mapping[str, str],
        colour: str = "auto",
    ) -> None:
        super().__init__(source, sink, errors)
        self._console = _console(sink, environment, colour)
        self.errors: Console = _console(errors, environment, colour)
        self._page: Page | None = None
        self._is_new = False
        """True if there has been no prompt since the page was shown."""
        self._said: list[Shown] = []
        self.sleep: Callable[[float], None] = time.sleep
        """The function that waits in a pause."""
        self._lines: EditedLines | None = None

    def edit_lines(self) -> None:
        """Enable line editing at the terminal of the process, if prompt_toolkit is installed."""
        if self.is_typed and self.redraws and self._source is sys.stdin:
            with suppress(ModuleNotFoundError):
                self._lines = EditedLines(self._draw)

    @property
    def redraws(self) -> bool:
        """True if the screen can be redrawn: not in a file or a pipe."""
        # With FORCE_COLOR, Rich treats a file as a terminal.
        return self._sink.isatty() and not self._console.is_dumb_terminal

    @property
    def width(self) -> int:
        """The maximum length of a line, in characters."""
        return min(self._console.width, WIDEST)

    def show(self, *things: Shown) -> None:
        """Write things one below another; in a file, without blanks at the ends of lines."""
        if self.redraws:
            self._console.print(*things, sep="\n", width=self.width)
            return
        with self._console.capture() as written:
            self._console.print(*things, sep="\n", width=self.width)
        self._sink.write(re.sub("(?m) +$", "", written.get()))

    @override
    def show_under(self, title: str, *things: str) -> None:
        self.show(headline(title), *things)

    @contextmanager
    @override
    def progress(self, count: int | None = None) -> Iterator[Callable[[int, int], None]]:
        """Show the progress of `count` items and the time left on the standard error.

        A pipe or a file shows nothing.
        """
        if not self.errors.is_terminal or self.errors.is_dumb_terminal:
            yield lambda _done, _of_all: None
            return
        from rich import progress as bars  # noqa: PLC0415 - of long work only

        with bars.Progress(
            bars.BarColumn(),
            bars.TaskProgressColumn(),
            bars.MofNCompleteColumn(),
            bars.TimeRemainingColumn(),
            console=self.errors,
            transient=True,
        ) as shown:
            task = shown.add_task("", total=count)
            yield lambda done, of_all: shown.update(task, completed=done, total=of_all)

    def turn_to(self, page: Page) -> None:
        """Set the page that every prompt shows from now on, above any lines printed since."""
        self._page, self._is_new = page, True
        self._said = []
        if not self.redraws:
            self.show("", page())

    def show_below(self, *things: Shown) -> None:
        """Show things below the page."""
        if self.redraws and self._page:
            for part in _parts_of(Group(*things)):
                each = part.full
                self._said += each.split("\n") if isinstance(each, str | Text) else [each]
        else:
            self.show(*things)

    def look(self) -> None:
        """Show the page again, unless the prompt shows it anyway."""
        if self._page and not self.redraws:
            self.show(self._page())

    @override
    def read_line(self, prompt: str, words: Sequence[str] = ()) -> str:
        if ahead := self._page_through():
            self._said = []
            return ahead
        lines = self._lines
        self._draw("" if lines else prompt)
        read = partial(lines.read, prompt, words) if lines else self._source.readline
        typed = self._take_line(read)
        self._said = []
        return typed

    def _page_through(self) -> str:
        """Show the lines that do not fit on a new page, or of long output, in pieces first.

        Return what was typed instead of Enter, which answers the question to come.
        """
        if not (self.redraws and self._page):
            return ""
        page, said = self._page, self._said
        _, left_out = self._fit(page)
        ahead = ""
        while left_out and not ahead:
            left_out, ahead = self._show_piece(left_out)
        while not ahead and len(self._render(Group(*said))) >= self._console.height:
            said, ahead = self._show_piece(said)
        self._page, self._said, self._is_new = page, said, False
        return ahead

    def _show_piece(self, things: list[Shown]) -> tuple[list[Shown], str]:
        """Show as many things as fit on the screen; return the others and what was typed."""
        heights = accumulate(len(self._render(each)) for each in things)
        fitting = max(1, sum(height < self._console.height for height in heights))
        self._page, self._said, self._is_new = partial(Group, *things[:fitting]), [], False
        return things[fitting:], self.read_line("Enter for more: ")

    def pause(self, seconds: float) -> None:
        """Show the page for a while, after the lines that do not fit on a new page.

        A pipe does not wait.
        """
        if not (self.redraws and self._page):
            return
        pages: list[Page] = [self._page]
        left_out, most = self._fit(self._page)[1], self._console.height - 1
        pages[:0] = [
            partial(Group, *left_out[start : start + most])
            for start in range(0, len(left_out), most)
        ]
        for self._page in pages:
            self._draw()
            self.sleep(seconds)
        self._said, self._is_new = [], False

    @contextmanager
    def thinking(self, who: str, page: Page | None = None) -> Iterator[Callable[[], bool] | None]:
        """After a while, show who is thinking; Ctrl-C makes the yielded function return True.

        The page, if any, stays above. A second Ctrl-C stops the program. A pipe shows nothing, and
        Ctrl-C stops immediately.
        """
        if not (who and self.is_typed and self.redraws):
            yield None
            return
        pressed: list[int] = []

        def press(number: int, _frame: object) -> None:
            pressed.append(number)
            if len(pressed) > 1:
                raise KeyboardInterrupt
            self.show("", "Deciding. Ctrl-C again to leave.")

        def show_thinking() -> None:
            if page:
                self.turn_to(page)
                self._draw()
            self.show("", f"{who} thinks. Ctrl-C to decide now.")

        timer = threading.Timer(_BEFORE_THINKING_SHOWS, show_thinking)
        timer.daemon = True
        timer.start()
        before = signal.signal(signal.SIGINT, press)
        try:
            yield lambda: bool(pressed)
        finally:
            signal.signal(signal.SIGINT, before)
            timer.cancel()
            timer.join()  # if it has begun, later output would be mixed with its own

    def erase(self) -> None:
        """Clear the screen and the scrollback.

        If that is impossible, everything scrolls out of sight.
        """
        self._page, self._said = None, []
        self.edit_lines()  # the history belongs to another person
        if not self.redraws:
            self.show("\n" * (_LINES_OUT_OF_SIGHT - 1))
            return
        self._console.clear()
        if not self._console.legacy_windows:
            self._console.file.write(_FORGET)

    @contextmanager
    def own_screen(self, *, is_private: bool = False) -> Iterator[None]:
        """Show everything on a separate screen, so that private information leaves no trace."""
        if self.redraws:
            self._console.set_alt_screen(True)
        try:
            yield
        finally:
            if is_private:
                self.erase()
            if self.redraws:
                self._console.set_alt_screen(False)
            self._page, self._said = None, []
            self.flush()

    def forget_typed_ahead(self) -> None:
        """Discard input typed before the prompt, so that a key pressed twice answers nothing."""
        if self._lines:
            self._lines.forget_typed_ahead()
        if self.is_typed:
            try:
                import termios  # noqa: PLC0415 - not on Windows
            except ImportError:
                return
            termios.tcflush(self._source.fileno(), termios.TCIFLUSH)

    def _draw(self, prompt: str = "") -> None:
        """Draw the page and the lines printed since if the screen can be redrawn, and a prompt."""
        if self.redraws and self._page:
            lines, _ = self._fit(self._page)
            self._console.clear()
            self._console.print(SegmentLines(lines, new_lines=True), end="")
        self._console.print(prompt, end="", soft_wrap=True)
        self.flush()

    def _render(self, thing: Shown) -> list[list[Segment]]:
        return self._console.render_lines(thing, self._console.options.update(width=self.width))

    def _fit(self, page: Page) -> tuple[list[list[Segment]], list[Shown]]:
        """Return the lines of the page, and the lines printed since, that fit on the screen.

        A page that is too large shortens its parts one at a time, in their turns, then loses its
        first lines. As a last resort, it gives way to a long text printed later. The parts that a
        new page cannot show in all their words are also returned, in full.
        """
        said = self._render(Group(*self._said))
        room = self._console.height - 1
        fitted = [_Fitted(part, self._render) for part in _parts_of(page())]
        _shorten(fitted, room - len(said))
        lines = [line for each in fitted for line in each.lines]
        excess = max(0, len(lines) + len(said) - room)
        if excess and len(said) > room // 2:
            return said[-room:], []
        lost: list[_Fitted] = []
        above = 0
        for each in fitted if self._is_new else ():
            if each.has_lost_words or (each.lines and above < excess):
                lost.append(_Fitted(each.part, self._render))
            above += len(each.lines)
        _shorten(lost, room, Turn.LAYOUT)
        left_out: list[Shown] = [SegmentLines([line]) for each in lost for line in each.lines]
        return [*lines[excess:], *said], left_out


class _Fitted:
    """A part of a page in the form that it has at the moment.

    Args:
        part: the part.
        render: the function that draws it, line by line.
    """

    def __init__(self, part: Part, render: Callable[[Shown], list[list[Segment]]]) -> None:
        self.part = part
        self._render = render
        self._forms: list[list[list[Segment]]] = [render(part.full)]
        """The forms so far, the current one last."""

    @property
    def lines(self) -> list[list[Segment]]:
        """The lines of its form."""
        return self._forms[-1]

    @property
    def turn(self) -> Turn | None:
        """The turn in which it is shortened next; None if it cannot be."""
        done, shorter = len(self._forms) - 1, self.part.shorter
        if done < len(shorter):
            return shorter[done][0]
        return Turn.OTHERS if self.part.is_cut and len(self.lines) > 1 else None

    @property
    def has_lost_words(self) -> bool:
        """True if it has been cut, or is news that has made room."""
        done, shorter = len(self._forms) - 1, self.part.shorter
        return done > len(shorter) or (done > 0 and shorter[done - 1][0] is Turn.NEWS)

    @property
    def saved(self) -> int:
        """The number of lines that the last shortening has saved."""
        return len(self._forms[-2]) - len(self._forms[-1])

    def shorten(self) -> None:
        """Take the next form."""
        done, shorter = len(self._forms) - 1, self.part.shorter
        if done < len(shorter):
            self._forms.append(self._render(shorter[done][1]))
            return
        whole = self._forms[len(shorter)]
        kept = whole[: len(self.lines) - 1]
        text = "".join(segment.text for segment in kept[-1]).rstrip()
        width = sum(segment.cell_length for segment in kept[-1])
        if len(text) > width - 2:
            text = text[: width - 2].rpartition(" ")[0]
        last = Text(f"{text} …", no_wrap=True, overflow="ellipsis")
        self._forms.append([*kept[:-1], *self._render(last)])

    def lengthen(self) -> None:
        """Take the form before."""
        self._forms.pop()


def _shorten(parts: Sequence[_Fitted], room: int, last: Turn = Turn.OTHERS) -> None:
    """Shorten parts one at a time until they fit, then give back what fits after all.

    Nothing is shortened in turns after the last one.
    """
    height = sum(len(part.lines) for part in parts)
    taken: list[_Fitted] = []
    while height > room:
        turns = [
            (part.turn, -len(part.lines), -at)
            for at, part in enumerate(parts)
            if part.turn is not None and part.turn <= last
        ]
        if not turns:
            break
        shortened = parts[-min(turns)[2]]
        shortened.shorten()
        height -= shortened.saved
        taken.append(shortened)
    for shortened in reversed(taken):
        if height + shortened.saved > room:
            continue
        height += shortened.saved
        shortened.lengthen()


def _parts_of(shown: Shown) -> Iterator[Part]:
    """Yield the parts that are shown one below another; empty lines can be omitted."""
    match shown:
        case Part():
            yield shown
        case Group():
            for each in shown.renderables:
                yield from _parts_of(each)
        case "":
            yield spare(shown, Turn.BLANK)
        case _:
            yield Part(shown)


def headline(title: str) -> Rule:
    """Return a line across the screen that contains a title."""
    return Rule(Text(title, "bold"), align="left", style="default")


def full_terminal(output: Output) -> Terminal:
    """Return an output as the terminal that it is, for commands that ask and draw.

    Raises:
        WrongType: it is a plain one, without the extra `cli`.
    """
    if isinstance(output, Terminal):
        return output
    raise WrongType(f"terminal must be a Terminal, not {type(output).__name__}")


def standard_terminal(colour: str) -> Terminal:
    """Return the terminal of the process."""
    terminal = Terminal(*standard_streams(), os.environ, colour)
    terminal.edit_lines()
    return terminal


class _Console(Console):
    """A console that leaves a closed pipe to `main`, which has an exit code for it."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def _console(file: TextIO, environment: Mapping[str, str], colour: str) -> Console:
    is_always = colour == "always"
    return _Console(
        file=file,
        color_system={"always": "256", "never": None}.get(colour, "auto"),
        no_color=False if is_always else None,
        markup=False,
        emoji=False,
        highlight=False,
        _environ=environment,
    )
