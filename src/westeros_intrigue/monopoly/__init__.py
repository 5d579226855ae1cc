"""Monopoly: Game of Thrones Edition (Hasbro E3278): immutable states and pure functions."""

from westeros_intrigue.monopoly.arrange import InvalidPosition, arrange
from westeros_intrigue.monopoly.chance import Deal, InvalidDeal, dice_at, draw_deal
from westeros_intrigue.monopoly.edition_files import PRINTED, SAMPLE, read_edition, write_edition
from westeros_intrigue.monopoly.editions import (
    ChanceCard,
    Edition,
    Effect,
    Mark,
    Space,
    SpaceKind,
    Word,
)
from westeros_intrigue.monopoly.explain import explain
from westeros_intrigue.monopoly.game import *
from westeros_intrigue.monopoly.game import FinalResult
from westeros_intrigue.monopoly.gaps import Gap, InvalidEdition, fill_in, missing
from westeros_intrigue.monopoly.moves import *
from westeros_intrigue.monopoly.property import means, rent
from westeros_intrigue.monopoly.state import *
from westeros_intrigue.monopoly.trades import may_offer, simple_offers
