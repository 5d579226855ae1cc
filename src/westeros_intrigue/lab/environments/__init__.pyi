from westeros_intrigue.lab.environments.playing import Rewards as Rewards
