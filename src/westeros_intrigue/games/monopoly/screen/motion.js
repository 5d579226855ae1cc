/** What moves when the table changes: dice, coins, deeds and buildings; input never waits for them. */

/** @import { TableFacts } from "westeros-intrigue/monopoly-screen" */

const GLIDE = { duration: 320, easing: "cubic-bezier(.2, .8, .2, 1)" };
const TUMBLE = [
  { transform: "translate(-26px, -30px) rotate(-320deg) scale(0.7)" },
  { transform: "translate(4px, 3px) rotate(24deg) scale(1.06)", offset: 0.7 },
  { transform: "none" },
];

/** Let what differs from the former table move there. @param {HTMLElement} root @param {TableFacts} before @param {TableFacts} now */
export function animateChanges(root, before, now) {
  if (JSON.stringify(before.last_throw) !== JSON.stringify(now.last_throw))
    for (const die of root.querySelectorAll(".m-die")) die.animate(TUMBLE, { duration: 600, easing: "ease-out" });
  /** @param {number} seat @param {string} part */
  const at = (seat, part) => root.querySelector(`.m-seat[data-seat="${seat}"] ${part}`);
  const changes = now.seats.map(({ cash }, seat) => cash - before.seats[seat].cash);
  const payer = changes.findIndex((change) => change < 0);
  for (const [seat, change] of changes.entries())
    if (change > 0 && payer >= 0) glide(at(seat, ".m-stack"), at(payer, ".m-stack"));
  for (const [index, space] of now.spaces.entries()) {
    const former = before.spaces[index];
    const tile = root.querySelector(`.m-sp[data-i="${index}"]`);
    if (space.owner !== null && space.owner !== former.owner)
      glide(at(space.owner, `[data-deed="${index}"]`), former.owner === null ? tile : at(former.owner, ".m-tabs"));
    if (space.level > former.level)
      for (const each of tile?.querySelectorAll(".m-sp__band svg") ?? [])
        each.animate([{ transform: "scale(0)" }, { transform: "none" }], { duration: 180, easing: "ease-out" });
    if (space.mortgaged !== former.mortgaged)
      tile?.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 320, easing: "ease-out" });
  }
}

/** Let a piece come from the place of another. @param {Element | null} piece @param {Element | null} from */
function glide(piece, from) {
  if (!piece || !from) return;
  const [there, here] = [from, piece].map((each) => each.getBoundingClientRect());
  if (!there.width || !here.width) return;
  const middle = (/** @type {DOMRect} */ { x, y, width, height }) => [x + width / 2, y + height / 2];
  const [x, y] = middle(there).map((each, axis) => each - middle(here)[axis]);
  piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], GLIDE);
}
