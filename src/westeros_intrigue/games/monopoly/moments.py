"""Moments of a turn as text: the turn and its doubles, what is asked, and what comes next.

    turn 7; doubles 1; buy then floor 0

A game that begins from a table begins with a turn, unless its start has a moment: then the steps of
the text are its agenda. The text names only what the table does not show: `rent` is the claim on
the space of the player whose turn it is, and after a `floor` comes that player's throw, or the
decision in jail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import attrs

from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.text import Scanner, pattern
from westeros_intrigue.games.monopoly import dealings, legality, moves, table, turns
from westeros_intrigue.games.monopoly.board import Deal
from westeros_intrigue.games.monopoly.happenings import Purpose
from westeros_intrigue.games.monopoly.spaces import (
    MOST_CASH,
    Effect,
    Numbers,
    SpaceKind,
)
from westeros_intrigue.games.monopoly.state import Done, Draft
from westeros_intrigue.games.monopoly.table import Holdings, Phase, Start

_ACTS: Mapping[str, type] = {
    "build": moves.Build,
    "sell": moves.Sell,
    "mortgage": moves.Mortgage,
    "redeem": moves.Redeem,
}
"""The acts that cannot be undone within an interval, by their words."""
_WORDS = {act: word for word, act in _ACTS.items()}
_REVERSED = {"build": "sell", "sell": "build", "mortgage": "redeem", "redeem": "mortgage"}
_TREASURY, _OVER = "treasury", "over"
_DEBTS = {why.value: why for why in (Purpose.TAX, Purpose.RENT, Purpose.CARD, Purpose.JAIL)}
_FORMS = re.compile("[ABS]?F|J|R|T|A?OX|D+|(?:A?P|G|W|A?O+|K|H|D)C*F?")
"""The orders in which steps can wait, each as the letter of `_LETTERS`.

An interval can have an answer, the auction of a building or its siting before it. After a landing
come the effects of a card that are left and, after a double, the next interval. The deeds of a
bankrupt player are auctioned one after another.
"""


@attrs.frozen
class Moment:
    """The facts that a moment adds to a table."""

    turn_number: int = 1
    """The turn, counted from 1."""
    doubles: int = 0
    """The doubles in a row in this turn."""
    standing: Numbers = ()
    """The players who stand by, ascending."""
    steps: tuple[Step, ...] = ()
    """The coming steps in order; () if the game is over."""
    pot: int = 0
    """The coins in the pot of the house rule."""


def write_moment(holdings: Holdings, pot: int | None = None) -> str:
    """Return the moment of a table; empty for the beginning of the first turn.

    Args:
        holdings: the table.
        pot: the coins in the pot; None for those that the events of the game say.
    """
    steps = _write_steps(holdings)
    if pot is None:
        pot = turns.find_pot(holdings) if "pot" in holdings.variant.house_rules else 0
    is_plain = not holdings.doubles and not holdings.standing and not pot
    is_first = holdings.turn_number == 1 and is_plain
    if is_first and steps == f"floor {holdings.turn_player}":
        return ""
    parts = [f"turn {holdings.turn_number}"]
    parts += [f"doubles {holdings.doubles}"] if holdings.doubles else []
    parts += [f"standing {_join(holdings.standing)}"] if holdings.standing else []
    parts += [f"pot {pot}"] if pot else []
    return "; ".join([*parts, steps])


def _write_steps(holdings: Holdings) -> str:
    if holdings.phase is Phase.GAME_OVER:
        return _OVER
    steps, words = iter(holdings.agenda), []
    for step in steps:
        words.append(_write_step(step))
        if isinstance(step, dealings.Interval):
            next(steps)  # the throw, or the decision in jail
    return " then ".join(words)


def _write_step(step: Step) -> str:  # noqa: PLR0911 - one a class
    match step:
        case dealings.Interval():
            done = _join(f"{seat}:{_WORDS[act]}:{space}" for seat, act, space in step.done)
            parts = {"passes": step.passes, "done": done}
            if any(step.offers):
                parts["offers"] = _join(step.offers)
            return f"floor {step.floor}{_further(parts)}"
        case dealings.Answer():
            return f"{step.proposer} offers {step.partner}: {step.give} for {step.take}"
        case dealings.Auction():
            kind = f"{step.building.lower()} " if step.building else ""
            high = "" if step.leader is None else f"{step.high} from {step.leader}"
            parts = {"high": high, "passes": step.passes}
            return f"auction {kind}{step.space} by {step.starter}{_further(parts)}"
        case dealings.Siting():
            return f"{step.player} places {step.building.lower()}"
        case dealings.Owing():
            creditor = _TREASURY if step.creditor is None else step.creditor
            owes = f"{step.debtor} owes {step.amount} to {creditor} for {step.why.value}"
            return owes + _further({"offers": step.offers})
        case turns.Purchase():
            return f"buy{_further({'offers': step.offers})}"
        case turns.Exit():
            return f"leave {step.distance}"
        case turns.CarryOut():
            return f"card {step.effect}"
        case turns.DeedChoice():
            return "swap-deed" if step.is_swap else "take-deed"
        case _:
            return next(word for word, cls in _PLAIN.items() if type(step) is cls)


_PLAIN: Mapping[str, type[Step]] = {
    "rent": turns.RentClaim,
    "order-throw": turns.OrderThrow,
    "jail": turns.InJail,
    "roll": turns.Roll,
    "try": turns.TryRoll,
    "draw": turns.Draw,
}
"""The steps of the player whose turn it is that the table tells in full, by their words."""


def _join(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _further(parts: Mapping[str, object]) -> str:
    return "".join(f" {name} {part}" for name, part in parts.items() if part)


# Reading.

_NUMBER = pattern("[0-9]{1,15}(?![0-9])")
_WORD = pattern("[a-z]+(?:-[a-z]+)*")
_DONE = pattern("([0-9]):(build|sell|mortgage|redeem):([0-9]{1,3})(?![0-9])")
_THEN = pattern(r"[ \t]+then[ \t]+")
_EFFECT = pattern(r"[a-z_]+(?: [a-z_]+)?(?: -?[0-9]{1,5}){0,2}")
_COLON = pattern(r"[ \t]*:[ \t]*")
_PART = re.compile(r"[^; \t\n][^;\n]*")
TURN, DOUBLES, STANDING, POT, STEPS = "turn", "doubles", "standing", "pot", "steps"
"""The parts of a moment by their first words, and the one that begins with none of them."""


def list_parts(text: str, start: int = 0) -> Iterator[tuple[str, int]]:
    """Yield the first word and the place of each part of a text."""
    for part in _PART.finditer(text, start):
        yield part.group().split(maxsplit=1)[0].lower(), part.start()


def read_moment(draft: Draft, text: str) -> Moment:
    """Return the moment that a text adds to a table.

    Raises:
        NotationError: the text is not a moment, or no game leads to it; the column says where.
    """
    places = {
        word if word in {TURN, DOUBLES, STANDING, POT} else STEPS: at
        for word, at in list_parts(text)
    }
    return scan_moment(draft, Scanner(text), places)


def scan_moment(draft: Draft, scanner: Scanner, places: Mapping[str, int]) -> Moment:
    """Read the parts of a moment from their places in a text; parts can be missing."""
    reading = _Reading(draft, scanner)
    turn_number = reading.read_number_at(places, TURN, 1, least=1)
    doubles = reading.read_number_at(places, DOUBLES, 0, most=2)
    standing = reading.read_standing(places)
    pot = reading.read_number_at(places, POT, 0, least=1)
    if pot and "pot" not in draft.variant.house_rules:
        raise scanner.error("no pot without the house rule", places[POT])
    steps = reading.read_steps(places, doubles)
    draft.turn_number, draft.doubles, draft.standing = turn_number, doubles, standing
    moment = Moment(turn_number, doubles, standing, steps, pot)
    reading.check_that_it_waits(moment, places)
    return moment


@attrs.define
class _Reading:
    """The reading of a moment for a table."""

    draft: Draft
    """The table, which has no agenda yet."""
    scanner: Scanner

    @property
    def roller(self) -> int:
        return self.draft.turn_player

    @property
    def here(self) -> int:
        """The space of the player whose turn it is."""
        return self.draft.positions[self.roller]

    # Parts.

    def read_number_at(
        self,
        places: Mapping[str, int],
        word: str,
        usual: int,
        least: int = 0,
        most: int = MOST_CASH,
    ) -> int:
        if word not in places:
            return usual
        self.scanner.position = places[word] + len(word)
        number = self.read_number(f"a number from {least}", least, most)
        if word != TURN:  # in a line, its player follows
            self.need_end()
        return number

    def read_standing(self, places: Mapping[str, int]) -> Numbers:
        if STANDING not in places:
            return ()
        self.scanner.position = places[STANDING] + len(STANDING)
        most = len(self.draft.cash) - 1
        start, seats = self.scanner.position, [self.read_number(f"a seat up to {most}", 0, most)]
        while (seat := self.read_next_number()) is not None:
            seats.append(seat)
        self.need_end()
        if seats != sorted({*seats}) or seats[-1] > most:  # who is out can have stood by before
            raise self.scanner.error(f"seats up to {most}, ascending", start)
        return tuple(seats)

    def read_steps(self, places: Mapping[str, int], doubles: int) -> tuple[Step, ...]:
        if STEPS not in places:
            return (self.make_interval(self.roller), self.find_following())
        scanner = self.scanner
        scanner.position = start = places[STEPS]
        letters, steps = "", list[Step]()
        while True:
            at, found = scanner.position, self.read_step(is_first=not letters)
            if found is None:
                self.need_end()
                return self.read_end(at)
            letters += _LETTERS[type(found)]
            if isinstance(found, dealings.Auction) and found.building:
                letters = letters[:-1] + "B"
            steps.append(found)
            if isinstance(found, dealings.Interval):
                steps.append(self.find_following())
            if not scanner.read_match(_THEN):
                break
        self.need_end()
        if not _FORMS.fullmatch(letters):
            raise scanner.error("steps that can wait in this order", start)
        if len(letters) > 1 and letters[-1] == "F" and letters[0] not in "ABS":
            if not doubles or steps[-2] != self.make_interval(self.roller):
                raise scanner.error(
                    "a new floor after a landing only if the throw was a double", at
                )
        elif doubles and letters[0] in "JT":
            raise scanner.error("no double before a player leaves jail", start)
        self.check_front(steps, start)
        return tuple(steps)

    def read_end(self, start: int) -> tuple[Step, ...]:
        if len(table.solvent(self.draft)) > 1:
            raise self.scanner.error("a decision, since several players are solvent", start)
        return ()

    def check_that_it_waits(self, moment: Moment, places: Mapping[str, int]) -> None:
        """Raise NotationError unless the game waits in this moment for a player, or for chance."""
        draft = self.draft
        if not moment.steps:
            return
        at = places.get(STEPS, 0)
        if len(table.solvent(draft)) < 2:
            raise self.scanner.error("over, since only one player is solvent", at)
        tries, most = draft.jail_tries[self.roller] or 0, draft.board.edition.jail.tries
        is_leaving = any(isinstance(step, turns.Exit) for step in moment.steps)
        if is_leaving is not (tries == most):
            raise self.scanner.error("leave, exactly after the last try for a double", at)
        draft.agenda = moment.steps
        turns.advance(draft)
        goes_on = draft.agenda != moment.steps or draft.standing != moment.standing
        if goes_on or draft.events:
            raise self.scanner.error(
                "a step at which the game waits: it goes on by itself here", at
            )

    # Steps.

    def read_step(self, *, is_first: bool) -> Step | None:  # noqa: PLR0911 - one a kind of step
        """Read a step; return None for the end of the game."""
        scanner, start = self.scanner, self.scanner.position
        seat = self.read_next_number()
        scanner.skip_space()
        word = scanner.need(_WORD, _A_STEP).lower()
        if seat is not None:
            return self.read_step_of(self.check_seat(seat, start), word, start)
        if word == _OVER and is_first:
            return None
        if word in _PLAIN:
            return self.read_plain(word, start)
        match word:
            case "floor":
                return self.read_floor()
            case "buy":
                return self.read_purchase(start)
            case "auction":
                return self.read_auction()
            case "leave":
                return turns.Exit(self.roller, self.read_number("a throw from 2 to 12", 2, 12))
            case "card":
                return turns.CarryOut(self.roller, self.read_effect())
            case "take-deed" | "swap-deed":
                return turns.DeedChoice(self.roller, word == "swap-deed")
        raise scanner.error(_A_STEP, start)

    def read_step_of(self, seat: int, word: str, start: int) -> Step:
        scanner = self.scanner
        match word:
            case "offers":
                scanner.skip_space()
                offer = moves.scan_offer(scanner)
                self.check_seat(offer.partner, start)
                return dealings.Answer(seat, offer.partner, offer.give, offer.take)
            case "places":
                scanner.skip_space()
                return dealings.Siting(seat, self.read_building())
            case "owes":
                return self.read_debt(seat)
        raise scanner.error("offers, places or owes", start)

    def read_plain(self, word: str, start: int) -> Step:
        """Return a step of the player whose turn it is that the table tells in full."""
        draft, here, roller = self.draft, self.here, self.roller
        kind, deed = draft.board.kinds[here], draft.deeds[here]
        in_jail = draft.jail_tries[roller] is not None
        if deed.owner is not None and deed.owner != roller and not deed.mortgaged:
            if word == "rent":
                return turns.RentClaim(deed.owner, roller, here)
            if word == "order-throw" and kind is SpaceKind.ORDER:
                return turns.OrderThrow(roller, deed.owner)
        if word == "jail" and in_jail:
            return turns.InJail(roller)
        if word == "try" and in_jail:
            return turns.TryRoll(roller)
        if word == "roll" and not in_jail:
            return turns.Roll(roller)
        if word == "draw" and kind is SpaceKind.CHANCE:
            return turns.Draw(roller)
        raise self.scanner.error(f"a step that fits where player {roller} is", start)

    def make_interval(self, floor: int) -> dealings.Interval:
        return dealings.Interval(floor, 0, (), (0,) * len(self.draft.cash))

    def find_following(self) -> Step:
        in_jail = self.draft.jail_tries[self.roller] is not None
        return turns.InJail(self.roller) if in_jail else turns.Roll(self.roller)

    def read_floor(self) -> dealings.Interval:
        start = self.scanner.position
        floor = self.read_next_number()
        found = self.make_interval(self.roller if floor is None else self.check_seat(floor, start))
        if self.read_word("passes"):
            most = len(table.solvent(self.draft)) - 1
            passes = self.read_number(f"passes from 1 to {most}", 1, most)
            found = attrs.evolve(found, passes=passes)
        if self.read_word("done"):
            found = attrs.evolve(found, done=self.read_acts())
        if self.read_word("offers"):
            offers = tuple(self.read_offers() for _ in self.draft.cash)
            found = attrs.evolve(found, offers=offers)
        return found

    def read_acts(self) -> tuple[Done, ...]:
        scanner, found, texts = self.scanner, list[Done](), set[str]()
        while True:
            start = scanner.position
            text = scanner.need(_DONE, "an act such as 0:build:11").lower()
            seat, word, number = text.split(":")
            space, board = int(number), self.draft.board
            first = space < board.size and (board.sets[space][:1] or (space,)) == (space,)
            is_set = word in {"build", "sell"}
            is_there = space in board.deed_spaces and (not is_set or (board.sets[space] and first))
            if not is_there or {text, f"{seat}:{_REVERSED[word]}:{space}"} & texts:
                raise scanner.error("an act on a deed or the first space of a set, once", start)
            texts.add(text)
            found.append((self.check_seat(int(seat), start), _ACTS[word], space))
            before = scanner.position
            if (
                not scanner.skip_space()
                or not scanner.text[scanner.position : scanner.position + 1].isdigit()
            ):
                scanner.position = before
                return tuple(found)

    def read_purchase(self, start: int) -> turns.Purchase:
        here = self.here
        if not self.draft.board.kinds[here].is_deed or self.draft.deeds[here].owner is not None:
            raise self.scanner.error(
                f"a step that fits the space of player {self.roller}, which is not for sale", start
            )
        offers = self.read_offers() if self.read_word("offers") else 0
        return turns.Purchase(self.roller, here, offers)

    def read_auction(self) -> dealings.Auction:
        scanner, draft = self.scanner, self.draft
        scanner.skip_space()
        start = scanner.position
        building = None if scanner.text[start : start + 1].isdigit() else self.read_building()
        space = self.read_number("a space", 0, draft.board.size - 1)
        scanner.skip_space()
        scanner.need(pattern(r"by\b"), "by and the seat that asks for it")
        starter = self.read_number("a seat", 0, len(draft.cash) - 1)
        if building is None:
            bidders = table.solvent(draft)
            fits = space in draft.board.deed_spaces and draft.deeds[space].owner is None
        else:
            self.check_seat(starter, start)
            bidders = (
                dealings.find_bidders(draft, starter, space) if draft.board.sets[space] else ()
            )
            fits = bool(bidders) and starter == draft.deeds[space].owner
        if not fits:
            raise scanner.error("a lot that can be auctioned", start)
        found = dealings.Auction(space, building, starter, bidders)
        if self.read_word("high"):
            at = scanner.position
            high = self.read_number("a bid", draft.board.edition.auction.opening, MOST_CASH)
            scanner.skip_space()
            scanner.need(pattern(r"from\b"), "from and the seat that bid")
            leader = self.read_number("a seat", 0, len(draft.cash) - 1)
            if leader not in bidders or draft.cash[leader] < high:
                raise scanner.error("a bid that a bidder can pay", at)
            found = attrs.evolve(found, high=high, leader=leader)
        if self.read_word("passes"):
            found = attrs.evolve(found, passes=self.read_number("passes", 1, len(bidders)))
        return found

    def read_debt(self, debtor: int) -> dealings.Owing:
        scanner, draft = self.scanner, self.draft
        amount = self.read_number("an amount from 1", 1, MOST_CASH)
        scanner.skip_space()
        scanner.need(pattern(r"to\b"), "to and the creditor")
        scanner.skip_space()
        start = scanner.position
        creditor = None
        if not scanner.read_match(pattern(_TREASURY)):
            creditor = self.check_seat(self.read_number("a seat or treasury", 0, MOST_CASH), start)
        scanner.skip_space()
        scanner.need(pattern(r"for\b"), "for and the reason")
        scanner.skip_space()
        start = scanner.position
        word = (scanner.read_match(_WORD) or "").lower()
        if word not in _DEBTS:
            raise scanner.error(join_words(_DEBTS, "or"), start)
        why, board = _DEBTS[word], draft.board
        fits = {
            Purpose.TAX: creditor is None and amount == board.amounts[self.here],
            Purpose.RENT: creditor is not None,
            Purpose.CARD: self.roller in {debtor, creditor},
            Purpose.JAIL: creditor is None and amount == board.edition.jail.fee,
        }[why]
        if not fits or debtor == creditor or (debtor != self.roller and why is not Purpose.CARD):
            raise scanner.error("a debt that this turn can bring", start)
        offers = self.read_offers() if self.read_word("offers") else 0
        return dealings.Owing(debtor, creditor, amount, why, offers)

    def check_front(self, steps: list[Step], start: int) -> None:
        """Raise NotationError if no move or landing leads to the first step before the others."""
        match steps:
            case [dealings.Auction(building=None), *_]:
                self.check_lots(steps, start)
            case _ if self.roller in self.draft.bankrupt:
                raise self.scanner.error("the auctions of a bankrupt player's deeds", start)
            case [dealings.Answer(seat, partner, give, take), behind, *rest]:
                self.check_made(seat, moves.Offer(partner, give, take), behind, rest, start)
            case [dealings.Auction(space, _, seat), behind, *rest]:
                self.check_made(seat, moves.Build(space), behind, rest, start)

    def check_lots(self, steps: list[Step], start: int) -> None:
        lots = [step for step in steps if isinstance(step, dealings.Auction)]
        spaces = [lot.space for lot in lots]
        fits = spaces == ([*sorted({*spaces})] if self.is_out(self.roller) else [self.here])
        if not fits or any(lot.starter != self.roller for lot in lots):
            raise self.scanner.error("the auction of a deed of this turn", start)

    def is_out(self, seat: int) -> bool:
        return seat in self.draft.bankrupt

    def check_made(
        self, seat: int, move: moves.Move, behind: Step, rest: list[Step], start: int
    ) -> None:
        """Raise NotationError unless the move that opened the first step was legal before it."""
        draft = self.draft
        is_offer = isinstance(move, moves.Offer)
        asked: dealings.Interval | turns.Purchase | dealings.Owing
        match behind:
            case dealings.Interval(floor, 0, done, offers) if floor == table.next_solvent(
                draft, seat
            ):
                made = tuple(n - (is_offer and at == seat) for at, n in enumerate(offers))
                asked, before = dealings.Interval(seat, 0, done, made), made[seat]
            case turns.Purchase() | dealings.Owing() if is_offer:
                before = behind.offers - 1
                asked = attrs.evolve(behind, offers=before)
            case _:
                raise self.scanner.error("the floor at the next player, without passes", start)
        draft.agenda, draft.active_player = (asked, *rest), seat
        is_legal = before >= 0 and legality.is_legal(draft, seat, move)
        draft.agenda, draft.active_player = (), None
        if not is_legal or seat not in asked.deciders:
            raise self.scanner.error(f"what player {seat} can have done: {move} is illegal", start)

    # Words.

    def need_end(self) -> None:
        self.scanner.skip_space()
        if self.scanner.text[self.scanner.position :][:1] not in {"", ";"}:
            raise self.scanner.error("then, a semicolon or the end")

    def read_number(self, expected: str, least: int, most: int) -> int:
        self.scanner.skip_space()
        start = self.scanner.position
        found = int(self.scanner.need(_NUMBER, expected))
        if not least <= found <= most:
            raise self.scanner.error(expected, start)
        return found

    def read_next_number(self) -> int | None:
        """Read a number, if there is one next."""
        before = self.scanner.position
        self.scanner.skip_space()
        found = self.scanner.read_match(_NUMBER)
        if found is None:
            self.scanner.position = before
        return None if found is None else int(found)

    def read_word(self, word: str) -> bool:
        """Read a word, if it is the next; return whether it was."""
        before = self.scanner.position
        if self.scanner.skip_space() and self.scanner.read_match(pattern(rf"{word}[ \t]+")):
            return True
        self.scanner.position = before
        return False

    def check_seat(self, seat: int, start: int) -> int:
        if seat not in table.solvent(self.draft):
            raise self.scanner.error("the seat of a solvent player", start)
        return seat

    def read_offers(self) -> int:
        most = self.draft.variant.offers
        return self.read_number(f"a number of offers up to {most}", 0, most)

    def read_building(self) -> str:
        return self.scanner.need(pattern("holdfast|castle"), "holdfast or castle").capitalize()

    def read_effect(self) -> Effect:
        self.scanner.skip_space()
        start = self.scanner.position
        text = self.scanner.need(_EFFECT, "an effect such as pay 2").lower()
        known = {str(effect): effect for card in self.draft.board.cards for effect in card.effects}
        if text not in known:
            raise self.scanner.error("an effect of a card of the edition", start)
        return known[text]


_A_STEP = (
    "a step: floor, jail, roll, try, buy, rent, order-throw, draw, auction, leave, card, "
    "take-deed, swap-deed, over, or a seat that offers, places or owes"
)
_LETTERS: Mapping[type[Step], str] = {
    dealings.Answer: "A",
    dealings.Auction: "D",
    dealings.Siting: "S",
    dealings.Interval: "F",
    dealings.Owing: "O",
    turns.InJail: "J",
    turns.Roll: "R",
    turns.TryRoll: "T",
    turns.Exit: "X",
    turns.Purchase: "P",
    turns.RentClaim: "G",
    turns.OrderThrow: "W",
    turns.Draw: "K",
    turns.CarryOut: "C",
    turns.DeedChoice: "H",
}


def take_up(draft: Draft, text: str) -> None:
    """Put a table at the moment of a text; raise NotationError if no game leads there."""
    put_at(draft, read_moment(Draft.begin(draft.start, Deal()), text))


def put_at(draft: Draft, moment: Moment) -> None:
    """Put a table at a moment, before the game goes on."""
    draft.turn_number, draft.doubles = moment.turn_number, moment.doubles
    draft.standing, draft.agenda = moment.standing, moment.steps
    if not moment.steps:
        draft.phase = Phase.GAME_OVER


def respell(start: Start) -> str:
    """Return the moment of a start as `write_moment` spells it; empty if it needs none.

    Raises:
        NotationError: no game leads to the moment.
    """
    draft = Draft.begin(start, Deal())
    moment = read_moment(Draft.begin(start, Deal()), start.moment)
    put_at(draft, moment)
    return write_moment(draft, moment.pot)
