"""The steps of a game as pages for a person at a terminal."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from functools import partial

from westeros_intrigue.play.terminal import display
from westeros_intrigue.play.terminal.files import Story
from westeros_intrigue.play.terminal.screen import Shown, Terminal

_HELP = """\
  Enter     the next step; after the last one, the end
  back      the step before
  round N   the start of round N
  step N    the step of this number
  end       the last step
  quit      leave"""


class Replay:
    """The steps of a game, each with a page: the events and the position."""

    def __init__(self, story: Story, terminal: Terminal) -> None:
        self.terminal = terminal
        self._story = story
        self.last: int = len(story.states) - 1
        """The number of the last step."""
        self._places: dict[str, int] = {"end": self.last}
        """The steps that can be typed: the end, each step, and the start of each round."""
        for step, state in enumerate(story.states):
            self._places[f"step {step}"] = step
            self._places.setdefault(f"round {getattr(state, 'round_number', 0)}", step)

    def step_through(self) -> None:
        """Show a page and ask for the next step until the end."""
        step = 0
        with self.terminal.own_screen():
            while step <= self.last:
                self.terminal.turn_to(partial(self.page, step))
                step = self._step_after(step)

    def present(self, pace: float) -> None:
        """Show each page except the end for some seconds."""
        with self.terminal.own_screen():
            for step in range(self.last):
                self.terminal.turn_to(partial(self.page, step))
                self.terminal.pause(pace)

    def _step_after(self, step: int) -> int:
        """Ask for the next step until the user names one."""
        enter = "Enter ends" if step == self.last else "Enter continues"
        while True:
            prompt = f"[step {step} of {self.last}] {enter}, ? for help: "
            match " ".join(self.terminal.read_line(prompt).lower().split()):
                case "" | "n" | "next":
                    return step + 1
                case "b" | "back":
                    return max(0, step - 1)
                case typed if typed in self._places:
                    return self._places[typed]
                case _:
                    self.terminal.show_below(_HELP)

    def page(self, step: int) -> Shown:
        """Return the events and the position."""
        story = self._story
        parts = [display.lay_out(story.draw(step, colour=True), story.states[step].active_player)]
        if step == 0:
            return display.page(story.game.NAME, [*story.opening(), *story.comments(0)], *parts)
        news: list[Shown] = [*display.event_lines(story.told[step]), *story.comments(step)]
        places = ["", *story.places()] if step == self.last else []
        return display.page(f"Step {step} of {self.last}", news, *parts, *places)
