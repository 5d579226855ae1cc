"""The policies as the kernel knows them."""

from __future__ import annotations

import numpy as np

from westeros_intrigue.compiled import kernel
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.rules.automated import PLACES_RIGHT
from westeros_intrigue.rules.variants import Variant

_CODES = {
    Policy.LEGAL: kernel.LEGAL,
    Policy.RANDOM: kernel.RANDOM,
    Policy.GREEDY: kernel.GREEDY,
    Policy.EPSILON_GREEDY: kernel.EPSILON_GREEDY,
}


def policy_codes(policies: tuple[Policy, ...], variant: Variant) -> kernel.Integers:
    """Return the policies for the kernel; an automated seat follows its procedure instead."""
    codes = [_CODES[policy] for policy in policies]
    for seat in variant.automated:
        is_right = variant.houses[seat] in PLACES_RIGHT
        codes[seat] = kernel.AUTOMATED_RIGHT if is_right else kernel.AUTOMATED
    return np.array(codes, np.int64)
