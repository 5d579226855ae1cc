/** Cards and allies that go from place to place; input never waits for them. */

const FLIGHT = { duration: 260, easing: "cubic-bezier(.2, .8, .2, 1)" };

/** @typedef {Map<string, DOMRect>} Stood the former place of each piece by its name */

/** @param {Element} root */
const pieces = (root) => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-piece]"));

/** Return the places of all pieces. @param {Element} root @returns {Stood} */
export function standing(root) {
  const stood = new Map();
  for (const piece of pieces(root)) {
    const box = piece.getBoundingClientRect();
    if (box.width && !stood.has(piece.dataset.piece)) stood.set(piece.dataset.piece, box);
  }
  return stood;
}

/** Let pieces come from their former places, from a hand or from their player. @param {Element} root @param {Stood} stood */
export function fly(root, stood) {
  if (!stood.size) return;
  for (const piece of pieces(root)) {
    const { piece: name = "", from = "" } = piece.dataset;
    const before =
      stood.get(name) ??
      from
        .split(" ")
        .map((each) => stood.get(each))
        .find((box) => box);
    const now = piece.getBoundingClientRect();
    if (!before || !now.width || Math.hypot(before.x - now.x, before.y - now.y) < 2) continue;
    const scale = Math.min(2, before.height / now.height);
    const start = `translate(${before.x - now.x}px, ${before.y - now.y}px) scale(${scale})`;
    piece.animate(
      [
        { transform: start, transformOrigin: "0 0", zIndex: 9 },
        { transformOrigin: "0 0", zIndex: 9 },
      ],
      FLIGHT,
    );
  }
}
