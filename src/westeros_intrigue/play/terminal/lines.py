"""Lines that a person types and edits: with a history, and words completed by Tab."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import CompleteStyle


class EditedLines:
    """Reads lines from the terminal of the process; Tab completes the words that each may have.

    `redraw` draws the page again when the window has another size.
    """

    def __init__(self, redraw: Callable[[], None]) -> None:
        self._input = create_input(sys.stdin)
        output = create_output(sys.stdout)
        # Not every terminal answers where the cursor is, and one line need not know.
        output.enable_cpr = False  # type: ignore[attr-defined]  # outputs of Windows have none
        self._session: PromptSession[str] = PromptSession(
            input=self._input,
            output=output,
            complete_style=CompleteStyle.READLINE_LIKE,
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
        """Return a line with its end, as `readline` does; nothing at the end of the input."""
        completer = WordCompleter([*dict.fromkeys(words)], ignore_case=True)
        with suppress(EOFError):
            return f"{self._session.prompt(prompt, completer=completer)}\n"
        return ""

    def forget_typed_ahead(self) -> None:
        """Forget the keys that were pressed before they were asked for."""
        clear_typeahead(self._input)
