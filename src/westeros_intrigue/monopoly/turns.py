"""Turns, rolls, moves and landings: the steps that ask nobody.

Each function carries out the first step of the agenda, and removes it unless the game must wait for
a throw.
"""

from __future__ import annotations

from westeros_intrigue.base.values import replaced, shared
from westeros_intrigue.monopoly import steps
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.event_kinds import Jailed, Moved, Released, TurnBegan
from westeros_intrigue.monopoly.property import order_share, part_of_throw
from westeros_intrigue.monopoly.spaces import SpaceKind

_MOST_DOUBLES = 3


def new_interval(draft: Draft) -> steps.Interval:
    """Return the interval before a roll of the player whose turn it is.

    Rules: turn.interval, interval.floor.
    """
    return shared(steps.Interval, draft.turn_player, 0, (), (0,) * len(draft.cash))


def begin_turn(draft: Draft, player: int) -> None:
    """Begin a turn with an interval.

    Rules: turn.steps, interval.when, jail.start.
    """
    draft.turn_player = player
    draft.turn_number += 1
    draft.doubles = 0
    draft.events.append(shared(TurnBegan, player, draft.turn_number))
    in_jail = draft.jail_tries[player] is not None
    draft.push(new_interval(draft), steps.InJail(player) if in_jail else shared(steps.Roll, player))


def roll(draft: Draft, step: steps.Roll) -> None:
    """Throw for a move.

    Rules: turn.double, turn.third-double, turn.count.
    """
    dice = draft.throw(step.player)
    if dice is None:
        return
    draft.drop()
    first, second = dice
    if first == second:
        draft.doubles += 1
        if draft.doubles == _MOST_DOUBLES:
            enter_jail(draft, step.player)
            return
        draft.push(shared(steps.Again, step.player))
    walk(draft, step.player, first + second)


def try_double(draft: Draft, step: steps.TryRoll) -> None:
    """Throw for a double in jail.

    Rules: jail.try, jail.third.
    """
    player = step.player
    dice = draft.throw(player)
    if dice is None:
        return
    draft.drop()
    first, second = dice
    distance = first + second
    if first == second:
        leave_jail(draft, player)
        walk(draft, player, distance)
        return
    tries = (draft.jail_tries[player] or 0) + 1
    draft.set_tries(player, tries)
    edition = draft.board.edition
    if tries == edition.jail_tries:
        draft.push(steps.Owing(player, None, edition.jail_fee), steps.Exit(player, distance))


def leave_jail(draft: Draft, player: int) -> None:
    """Let a player out of jail."""
    draft.set_tries(player, None)
    draft.events.append(Released(player))


def leave_and_walk(draft: Draft, step: steps.Exit) -> None:
    """Leave jail and move; the turn ends then.

    Rules: jail.try, jail.third.
    """
    draft.drop()
    leave_jail(draft, step.player)
    walk(draft, step.player, step.distance)


def enter_jail(draft: Draft, player: int) -> None:
    """Send a player to jail; the turn is over.

    Rules: jail.enter, turn.cut.
    """
    draft.positions = replaced(draft.positions, player, draft.board.jail)
    draft.set_tries(player, 0)
    draft.agenda = ()
    draft.events.append(Jailed(player))


def walk(draft: Draft, player: int, distance: int) -> None:
    """Move a token clockwise, and carry out its space.

    Rules: move.clockwise, go.salary.
    """
    board = draft.board
    laps, target = divmod(draft.positions[player] + distance, board.size)
    _move(draft, player, target)
    if laps and board.edition.salary:
        # The way leads over GO before it ends.
        draft.pay(None, player, board.edition.salary)
    _land(draft, player, target)


def walk_back(draft: Draft, player: int, distance: int) -> None:
    """Move a token backwards, without salary, and carry out its space.

    Rules: go.backward.
    """
    target = (draft.positions[player] - distance) % draft.board.size
    _move(draft, player, target)
    _land(draft, player, target)


def _move(draft: Draft, player: int, target: int) -> None:
    origin, name = draft.positions[player], draft.board.names[target]
    draft.events.append(shared(Moved, player, origin, target, name))
    draft.positions = replaced(draft.positions, player, target)


def roll_again(draft: Draft, step: steps.Again) -> None:
    """Let the player of a double roll again.

    Rules: turn.double, interval.when.
    """
    draft.drop()
    draft.push(new_interval(draft), shared(steps.Roll, step.player))


def _land(draft: Draft, player: int, space: int) -> None:
    """Rules: land.other, land.nothing, land.tax, jail.visit."""
    kind = draft.board.kinds[space]
    if kind is SpaceKind.GO_TO_JAIL:
        enter_jail(draft, player)
    elif kind is SpaceKind.TAX:
        draft.push(shared(steps.Owing, player, None, draft.board.amounts[space]))
    elif kind is SpaceKind.CHANCE:
        draft.push(shared(steps.Draw, player))
    elif draft.board.siblings[space]:
        deed = draft.deeds[space]
        if deed.owner is None:
            draft.push(shared(steps.Purchase, player, space, 0))
        elif deed.owner != player and not deed.mortgaged:
            draft.push(shared(steps.RentClaim, deed.owner, player, space))


def throw_for_order(draft: Draft, step: steps.OrderThrow) -> None:
    """Throw for an Order's rent.

    Rules: rent.order.
    """
    dice = draft.throw(step.visitor)
    if dice is None:
        return
    draft.drop()
    share = order_share(draft, draft.positions[step.visitor])
    draft.push(steps.Owing(step.visitor, step.owner, part_of_throw(share, sum(dice))))
