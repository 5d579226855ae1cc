"""The numbers that depend on how many sit at the table.

Written from the rulebook alone, sharing no code with the package.
"""

ALL_CHARACTERS = 36
DISCARDED_AFTER_A_ROUND = 2

CARDS_DRAWN = {2: 14, 3: 12, 4: 9, 5: 7, 6: 6}
SOLO_CARDS = 9


def _characters_left(round_number: int) -> int:
    """How many characters are still in the game, if anyone can die."""
    return ALL_CHARACTERS - DISCARDED_AFTER_A_ROUND * (round_number - 1)


def hand_size(
    players: int, round_number: int, *, anyone_can_die: bool = False, solo: bool = False
) -> int:
    """How many cards each seat holds when the round begins."""
    if anyone_can_die and round_number >= 2:  # option.anyone-deal
        return _characters_left(round_number) // players
    if solo:  # solo.seats
        return SOLO_CARDS
    return CARDS_DRAWN[players]  # setup.hand-size


def starter_count(players: int, round_number: int, *, anyone_can_die: bool = False) -> int:
    """How many cards lie in the bottom row before anybody has placed one."""
    if anyone_can_die and round_number >= 2:  # option.anyone-deal
        return _characters_left(round_number) % players
    if players == 5:  # setup.starter
        return 1
    return 0


def width_limit(players: int) -> int:
    """How many cards the bottom row may hold (court.width)."""
    if players == 2:
        return 7
    return 8
