from westeros_intrigue.play.page.engine import Engine as Engine
from westeros_intrigue.play.page.messages import write_answer as write_answer
