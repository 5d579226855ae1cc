"""Measures of a game for its designer: the commands `effect` and `measure`."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

import attrs

from westeros_intrigue.gamekit import AnyGame
from westeros_intrigue.gamekit.authoring.authored import AuthoredGame
from westeros_intrigue.gamekit.authoring.game_files import SUFFIX, read_game
from westeros_intrigue.gamekit.english import did_you_mean, join_words
from westeros_intrigue.gamekit.options import OptionKind, OptionValue, TableOptions
from westeros_intrigue.lab.design import compare_games, measure_game
from westeros_intrigue.lab.matches.match import MOST_DEALS
from westeros_intrigue.play.terminal import computing, files, shared
from westeros_intrigue.play.terminal.arguments import (
    CARD_GAME,
    integer,
    option,
    options,
    reader_of,
    text,
)
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused
from westeros_intrigue.rules import HouseRules

_RULE = text("RULE", str)
_USUAL = "won by who begins"
_MEASURE = text("MEASURE", str)
_PRECISION = text(
    "WIDTH",
    reader_of("a number above 0", float, lambda number: number > 0 and isfinite(number)),
)
_PICTURE = ".svg"


@attrs.frozen(kw_only=True)
class EffectCommand(shared.GameCommand):
    """`effect`: what a rule does to a game."""

    rule: tuple[str, ...] = options(
        _RULE,
        lambda game: (
            "the change: the file of a house rule or of another version of the game, such as "
            f"no_repeats.py, or an option with its value: {_list_options(game)}; repeatable"
        ),
    )
    between: tuple[str, ...] = options(
        shared.ENTRANT,
        lambda game: (
            f"who plays: {game.PLAYERS.listed}, or MODULE:NAME for one that you wrote; a+b for "
            "both at each table (default: the usual player, and one that looks ahead)"
        ),
        nargs="+",
    )
    deals: int = option(
        integer(1, MOST_DEALS),
        "the number of deals, each played under both rules (default %(default)s)",
        default=200,
    )
    precision: float | None = option(
        _PRECISION,
        "end once the interval reaches so far to each side, such as 0.03 for three points; "
        "--deals is then the most",
    )
    about: str = option(
        _MEASURE, "the measure with this precision (default %(default)s)", default=_USUAL
    )
    svg: str | None = option(shared.FILE, "a new file for a picture of the differences")
    workers: int = computing.workers_argument()
    scheduler: str | None = computing.scheduler_argument()
    chunk: int | None = option(
        integer(1, MOST_DEALS),
        "the number of deals a worker gets at a time (default 1/200 of the work, or fewer)",
    )
    out: str | None = computing.out_argument()
    resume: str | None = computing.resume_argument()
    force: bool = shared.force()
    json: bool = shared.json()
    players: int | None = shared.players("2, or the minimum")
    table_options: TableOptions = shared.options_of_table()
    seed: int = shared.seed(integer(0, computing.LAST_SEED_OF_MATCH))

    def run(self, terminal: Output) -> int:
        """Play the same deals under both rules, and show the differences."""
        after, changed = self._changes()
        game = self.played
        at_table = files.table_of(self.table_options, game)
        seats = self.players or max(2, game.MIN_PLAYERS)
        picture = None if self.svg is None else _picture_path(self.svg, force=self.force)
        kinds = _kinds_of(self.between)
        if self.about != _USUAL and self.precision is None:
            raise Refused("--about names the measure of --precision: name the width as well", 2)
        with computing.long_work(self, terminal, self.deals) as how:
            effect = compare_games(
                (game.KEY, at_table),
                (after, at_table | changed),
                players=kinds or None,
                seats=seats,
                deals=self.deals,
                seed=self.seed,
                precision=self.precision,
                about=self.about,
                **how,
            )
        if picture is not None:
            files.write_out(picture, effect.draw_svg(), force=self.force)
        terminal.line(effect.to_json() if self.json else str(effect))
        return 0

    def _changes(self) -> tuple[str, dict[str, OptionValue]]:
        """Return the key or the file of the changed game, and the options that the rule sets."""
        if not self.rule:
            raise Refused(
                "name the change: --rule no_repeats.py for a file, or --rule NAME=VALUE for an "
                f"option of the table: {_list_options(self.played)}",
                2,
            )
        paths = [rule for rule in self.rule if rule.endswith(SUFFIX)]
        if len(paths) > 1:
            raise Refused(f"a comparison has one changed file, not {len(paths)}", 2)
        changed: AnyGame = self.played
        for path in paths:
            changed = read_game(files.path_of(path))
            _check_versions(self.played, changed, path)
        found: dict[str, OptionValue] = {}
        for rule in self.rule:
            if rule not in paths:
                name, value = _read_option(changed, rule)
                if name in found:
                    raise Refused(f"--rule names {name} twice; a+b is a list of several values", 2)
                found[name] = value
        return (paths[0] if paths else self.played.KEY), found


@attrs.frozen(kw_only=True)
class MeasureCommand(shared.GameCommand):
    """`measure`: the figures of a game."""

    games: int = option(
        integer(10, MOST_DEALS), "the number of games (default %(default)s)", default=100
    )
    workers: int = computing.workers_argument()
    scheduler: str | None = computing.scheduler_argument()
    chunk: int | None = option(
        integer(1, MOST_DEALS), "the number of games a worker gets at a time (default 1)"
    )
    out: str | None = computing.out_argument()
    resume: str | None = computing.resume_argument()
    force: bool = shared.force()
    json: bool = shared.json()
    players: int | None = shared.players("2, or the minimum")
    table_options: TableOptions = shared.options_of_table()
    seed: int = shared.seed(integer(0, computing.LAST_SEED_OF_MATCH))

    def run(self, terminal: Output) -> int:
        """Play games, and show the figures."""
        game = self.played
        at_table = files.table_of(self.table_options, game)
        with computing.long_work(self, terminal, self.games) as how:
            report = measure_game(
                (game.KEY, at_table),
                seats=self.players,
                games=self.games,
                seed=self.seed,
                **how,
            )
        terminal.line(report.to_json() if self.json else str(report))
        return 0


def _list_options(game: AnyGame) -> str:
    return ", ".join(f"{option.name}=…" for option in game.OPTIONS)


def _kinds_of(between: Sequence[str]) -> list[dict[str, str]]:
    """Return the kinds of players that a user has named, each by name."""
    kinds: list[dict[str, str]] = []
    for typed in between:
        names = typed.split("+")
        kind = dict(zip(names, names, strict=True))
        if "" in kind:
            raise Refused(f"{typed!r} lacks a player beside a +: two are a+b, one is a", 2)
        if len(kind) < len(names):
            raise Refused(f"{typed} names a player twice: {names[0]} alone has every seat", 2)
        if kind in kinds:
            raise Refused(f"--between names {typed} twice: name other players, or leave it out", 2)
        kinds.append(kind)
    return kinds


def _picture_path(name: str, *, force: bool) -> Path:
    """Return the path of a new picture, before games are played for it."""
    path = files.fresh_path(name, force=force)
    if path.suffix.lower() != _PICTURE:
        raise Refused(f"--svg draws an SVG, so end its name in {_PICTURE}, not {path.name}", 2)
    if not path.parent.is_dir():
        raise Refused(f"{path} cannot be written: there is no folder {path.parent}", 2)
    return path


def _check_versions(before: AnyGame, after: AnyGame, path: str) -> None:
    """Refuse a file that cannot be another version of a game."""
    are_rules = isinstance(after, HouseRules)
    if are_rules and (before is CARD_GAME or isinstance(before, HouseRules)):
        return
    if are_rules:
        raise Refused(
            f"{path} is a house rule of {CARD_GAME.NAME}, not of {before.NAME}: leave out --game",
            2,
        )
    if not isinstance(before, AuthoredGame):
        example = f"`{PROGRAM} effect --game nim.py --rule {path}`"
        raise Refused(
            f"{path} has no house rule of {CARD_GAME.NAME}: name the game before the change, such "
            f"as {example}"
            if before is CARD_GAME
            else f"{path} is not another version of {before.NAME}, whose rules change by options: "
            f"{_list_options(before)}",
            2,
        )


def _read_option(game: AnyGame, rule: str) -> tuple[str, OptionValue]:
    """Return the option and the value of `NAME=VALUE`; a flag needs no value."""
    name, _, value = rule.partition("=")
    name = name.replace("-", "_")
    named = {option.name: option for option in game.OPTIONS}
    if name not in named:
        perhaps = did_you_mean(name, named)
        is_file = "" if rule.isidentifier() or "=" in rule else f"; a file ends in {SUFFIX}"
        raise Refused(
            f"{game.NAME} has no option {rule.partition('=')[0]!r}: it has "
            f"{join_words(named)}{perhaps}{is_file}",
            2,
        )
    found = named[name]
    if not value and found.kind is not OptionKind.FLAG:
        values = f": {join_words(found.choices, 'or')}" if found.choices else ""
        raise Refused(f"--rule {name}=… needs a value{values}", 2)
    return name, found.parse(value or "true")
