"""Who sits where: people, simple players and automated houses, and the table they sit at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

import attrs

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    House,
    MonteCarloPlayer,
    Player,
    Record,
    Variant,
    WesterosIntrigueError,
    greedy_player,
    random_player,
)
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.arguments import Options, Parser, add_number, integer, reader
from westeros_intrigue.cli.terminal import Refused, printable
from westeros_intrigue.cli.typed import read_throne_cards
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, OPTIONS, needs_houses

YOU = "You"
_LONGEST_NAME = 16
"""How many characters of a name are shown, so that lines stay short."""
_MOST_ROUNDS = len(STANDARD.throne_cards)
"""Each round draws an Iron Throne card, and there are no more."""


PERSON = "person"
AUTOMATED = "automated"
OPPONENTS: dict[str, Player] = {
    "random": random_player,
    "greedy": greedy_player,
    "squire": MonteCarloPlayer(30),
    "knight": MonteCarloPlayer(200),
    "search": MonteCarloPlayer(1000),
    "maester": MonteCarloPlayer(10_000),
}
"""The players that a person can play against, the weakest first."""


@attrs.frozen
class Seating(Value):
    """A table with its seats, by number from 0."""

    variant: Variant
    first_player: int
    names: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    """Who chooses in each seat: `PERSON`, `AUTOMATED` or one of `OPPONENTS`."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.names)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == PERSON)

    def called(self, seat: int) -> str:
        """Return a seat's name with its house, if it has one that the name does not tell."""
        houses = self.variant.houses
        if not houses or str(houses[seat]) in self.names[seat]:
            return self.names[seat]
        return f"{self.names[seat]} ({houses[seat]})"

    def tags(self, others: Mapping[str, str], **told: str) -> dict[str, str]:
        """Return the tags of a record: other ones, what is told, and who sits where."""
        own = {**told, **{f"Player-{seat}": name for seat, name in enumerate(self.names)}}
        own |= {f"Seat-{seat}": kind for seat, kind in enumerate(self.kinds)}
        taken = {name.lower() for name in own}
        return {**{name: text for name, text in others.items() if name.lower() not in taken}, **own}


def add_names(parser: Parser) -> None:
    """Add the names of people."""
    read = reader("a name that can be shown is", _name)
    told = "the name of a person; repeatable"
    parser.add_argument("--name", action="append", type=read, default=[], help=told)


def add_table(parser: Parser, usual: str, *, rounds: bool = True) -> None:
    """Add what `table_of` reads; `usual` says in the help how many seats there are by default."""
    table = parser.add_argument_group("the table")
    options = [option.replace("_", "-") for option in OPTIONS]
    told = f"how many seats, {MIN_PLAYERS} to {MAX_PLAYERS} (default {usual})"
    add_number(table, "--players", MIN_PLAYERS, MAX_PLAYERS, told)
    told = "Solo Scheming: Stark against three automated houses"
    table.add_argument("--solo", action="store_true", help=told)
    table.add_argument(
        "--option",
        action="append",
        default=[],
        choices=options,
        metavar="NAME",
        help=f"an option: {', '.join(options)}; repeatable",
    )
    houses = reader(
        "houses by their letters, such as SLBT, are", lambda text: tuple(map(House, text.upper()))
    )
    told = "the house of each seat, such as SLBT (default: in this order, where it matters)"
    table.add_argument("--houses", type=houses, default=(), metavar="LETTERS", help=told)
    seat = integer(0, MAX_PLAYERS - 1)
    told = "a seat, from 0, that plays as the automated houses do; repeatable"
    table.add_argument(
        "--automated", action="append", type=seat, default=[], metavar="SEAT", help=told
    )
    told = "who starts round 1 (default 0)"
    table.add_argument("--first-player", type=seat, metavar="SEAT", help=told)
    cards = reader("Iron Throne cards, such as 1/3,2/4, are", read_throne_cards)
    told = "the printed Iron Throne cards, as value and icons: 1/3,2/4,... (default: likely ones)"
    table.add_argument("--throne-cards", type=cards, default=(), metavar="CARDS", help=told)
    if rounds:
        add_number(table, "--rounds", 1, _MOST_ROUNDS, "how many rounds (default one a player)")
        told = "how many are dead before round 1, in the middle of a game with anyone-can-die"
        add_number(table, "--dead", 0, len(DECK), told, default=0)
    else:
        parser.set_defaults(rounds=None, dead=0)


def table_of(options: Options, usual: int = 4) -> tuple[int, Variant, int]:
    """Return the number of seats, `usual` if none is named, the variant, and who starts round 1."""
    variant = SOLO_SCHEMING if options.solo else STANDARD
    players = options.players or len(variant.houses) or usual
    if options.solo and players != len(variant.houses):
        raise Refused(f"Solo Scheming has {len(variant.houses)} seats, not {players}", 2)
    if options.solo and (options.automated or options.houses):
        raise Refused("Solo Scheming has its own houses and automated seats", 2)
    names = {option.replace("-", "_"): True for option in options.option}
    if not options.solo:
        automated = tuple(dict.fromkeys(options.automated))
        houses = tuple(islice(cycle(House), players)) if automated or needs_houses(names) else ()
        variant = variant.with_seats(houses=options.houses or houses, automated=automated)
    variant = variant.with_options(**names).with_dead(options.dead)
    if options.throne_cards:
        variant = variant.with_throne_cards(options.throne_cards)
    if options.rounds is not None:
        variant = variant.with_rounds(options.rounds)
    first_player = options.first_player or 0
    if first_player >= players:
        raise Refused(f"there is no seat {first_player}: they are 0 to {players - 1}", 2)
    try:
        variant.check(players, first_player)
    except WesterosIntrigueError as error:
        raise Refused(str(error), 2) from error
    return players, variant, first_player


def seating_of(
    options: Options, usual: int = 4, people: int | None = None, others: str = PERSON
) -> Seating:
    """Return the table that the arguments ask for, with `usual` seats if they do not say.

    People take the first seats that are not automated, the others the rest; all, if nobody says
    how many people there are.
    """
    names = options.name
    if len(set(names)) < len(names):
        raise Refused("two people cannot have the same name", 2)
    players, variant, first_player = table_of(options, usual)
    for_people = [seat for seat in range(players) if seat not in variant.automated]
    asked = max(people or 0, len(names))
    if asked > len(for_people):
        raise Refused(f"there is room for {len(for_people)} people, not for {asked}", 2)
    kinds = [
        AUTOMATED
        if seat in variant.automated
        else PERSON
        if seat in for_people[:people]
        else others
        for seat in range(players)
    ]
    return Seating(variant, first_player, names_of(variant, kinds, names), tuple(kinds))


def seating_in(record: Record, others: str) -> Seating:
    """Return who sits where in a record that may come from elsewhere.

    Where its tags do not tell, the first seat is a person's and the others are as `others` says.
    """
    tags = dict(record.tags)
    kinds: list[str] = []
    for seat in range(record.players):
        is_first = all(kind == AUTOMATED for kind in kinds)
        usual = PERSON if is_first else others
        told = tags.get(f"Seat-{seat}", usual)
        kind = told if told in OPPONENTS else PERSON
        kinds.append(AUTOMATED if seat in record.variant.automated else kind)
    names = [
        shown_name(tags.get(f"Player-{seat}", "")) or usual
        for seat, usual in enumerate(names_of(record.variant, kinds))
    ]
    return Seating(record.variant, record.first_player, tuple(names), tuple(kinds))


def names_of(variant: Variant, kinds: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return a name for each seat: what people are given, and what the others are."""
    left = list(given)
    names = []
    for seat, kind in enumerate(kinds):
        if kind == PERSON and left:
            names.append(left.pop(0))
        elif kind == PERSON and kinds.count(PERSON) == 1:
            names.append(YOU)
        elif kind == PERSON:
            names.append(f"Player {seat}")
        elif kind == AUTOMATED:
            # The house tells the seat, unless two seats have the same.
            house = variant.houses[seat]
            is_only = variant.houses.count(house) == 1
            names.append(str(house) if is_only else f"{house} {seat}")
        else:
            names.append(f"{kind.capitalize()} {seat}")
    return tuple(names)


def shown_name(name: str) -> str:
    """Return a name as it can be shown, printable and not too long; empty if nothing of it can."""
    return printable(name).strip()[:_LONGEST_NAME].strip()


def _name(text: str) -> str:
    if shown := shown_name(text):
        return shown
    raise ValueError
