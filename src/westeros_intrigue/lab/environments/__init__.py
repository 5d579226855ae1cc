"""Environments for programs that learn: numbers for actions and views, and standard interfaces.

`actions` maps moves to numbers, `tensors` views to arrays. `pettingzoo`, `gymnasium` and
`openspiel` build on these two; each needs the extra of its name. Import the module that you need.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish
from westeros_intrigue.lab.environments.playing import Rewards as Rewards

_publish(globals())
