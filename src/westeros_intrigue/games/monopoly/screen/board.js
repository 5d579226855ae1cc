/** The ring of Monopoly's table: its spaces, tokens and the path of the last move. */

import { built, colour, drawn, el, icon, part, sign } from "./parts.js";

/** @import { LastMove, ShownSpace, TableFacts } from "westeros-intrigue/monopoly-screen" */
/** @import { People } from "./parts.js" */

/** The sides of a corner and of a space, in the units of the drawing. */
const [CORNER, SPACE] = [94, 68];
/** The milliseconds of a step, and the most of a move. */
const [STEP, LONGEST] = [110, 1300];

/** Return the column and the row of a space, from 1, and its side. @param {number} at @param {number} size */
export function placeOf(at, size) {
  const side = size / 4;
  const [edge, along] = [Math.floor(at / side), at % side];
  const last = side + 1;
  if (!along) return { x: edge === 0 || edge === 3 ? last : 1, y: edge < 2 ? last : 1, kind: "c", edge };
  if (edge === 0) return { x: last - along, y: last, kind: "b", edge };
  if (edge === 1) return { x: 1, y: last - along, kind: "l", edge };
  if (edge === 2) return { x: 1 + along, y: 1, kind: "t", edge };
  return { x: last, y: 1 + along, kind: "r", edge };
}

/** Return the label of a space. @param {ShownSpace} space @param {TableFacts} facts @param {People} people @param {string[]} here */
function labelOf(space, { families, castle_level, pot }, people, here) {
  const of = space.family === null ? (space.price ? space.kind : "") : families[space.family];
  const owner = !space.price ? "" : space.owner === null ? `unsold, ${space.price}` : people.whose(space.owner);
  const rent = space.mortgaged
    ? "mortgaged"
    : space.rent !== null && space.owner !== null
      ? `rent ${space.rent}`
      : space.share
        ? `rent ${part(space.share)}`
        : "";
  /** @type {{[kind: string]: string}} */
  const dues = {
    tax: `pay ${space.amount}`,
    go: `pays ${space.amount}`,
    free: pot === null ? "" : `pays the pot, ${pot}`,
  };
  const due = dues[space.kind] ?? "";
  const who = here.length ? `here: ${here.join(", ")}` : "";
  return [space.name, of, owner, built(space, castle_level), rent, due, who].filter(Boolean).join(", ");
}

/**
 * Return the ring.
 * @param {TableFacts} facts @param {People} people @param {{ here: number | null, lot: number | null }} marked the spaces with a frame
 * @param {(space: number) => void} choose shows the deed of a space
 */
export function ring(facts, people, { here, lot }, choose) {
  const size = facts.spaces.length;
  const tracks = `${CORNER}fr repeat(${size / 4 - 1}, ${SPACE}fr) ${CORNER}fr`;
  const board = el("div.ring", {
    role: "group",
    ariaLabel: "The board",
    style: { "grid-template": `${tracks} / ${tracks}` },
  });
  facts.spaces.forEach((space, at) => board.append(shownSpace(space, at, facts, people, { here, lot })));
  board.onclick = (/** @type {MouseEvent} */ event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-i]") : null;
    if (found instanceof HTMLElement) choose(Number(found.dataset.i));
  };
  board.onkeydown = (/** @type {KeyboardEvent} */ event) => walk(board, event, size, here ?? 0);
  const path = facts.last_move && pathOf(facts.last_move, size, people);
  if (path) board.append(path);
  return board;
}

/** @param {ShownSpace} space @param {number} at @param {TableFacts} facts @param {People} people @param {{ here: number | null, lot: number | null }} marked */
function shownSpace(space, at, facts, people, { here, lot }) {
  const { x, y, kind, edge } = placeOf(at, facts.spaces.length);
  const standing = facts.seats.flatMap((seat, number) => (seat.space === at && !seat.fall ? [number] : []));
  const jailed = standing.filter((seat) => space.kind === "jail" && facts.seats[seat].tries !== null);
  const free = standing.filter((seat) => !jailed.includes(seat));
  const marks = `${at === here ? ".sp--here" : ""}${at === lot ? ".sp--lot" : ""}${space.mortgaged ? ".sp--down" : ""}`;
  const dataset = {
    i: at,
    ...(kind === "c" ? { corner: edge } : {}),
    ...(space.owner === null ? {} : { seat: space.owner }),
  };
  const label = labelOf(
    space,
    facts,
    people,
    standing.map((seat) => people.name(seat)),
  );
  const tile = el(`button.sp.sp--${kind}${colour(space)}${marks}`, {
    type: "button",
    tabIndex: at === (here ?? 0) ? 0 : -1,
    ariaLabel: label,
    dataset,
    style: { "--x": x, "--y": y },
  });
  if (colour(space)) tile.append(band(space, facts.castle_level));
  const small =
    kind !== "c"
      ? ""
      : space.kind === "go"
        ? `pass: +${space.amount}`
        : space.kind === "jail"
          ? "visiting"
          : space.kind === "free"
            ? facts.pot === null
              ? "rest"
              : `pot: +${facts.pot}`
            : "to jail";
  tile.append(el("span.sp__name", {}, space.name, ...(small ? [el("small", {}, small)] : [])));
  if (space.kind === "jail") tile.prepend(el("span.cell9", {}, el("b", {}, "in")));
  else if (!colour(space)) tile.append(icon(`k-${space.kind}`, "sp__icon"));
  const foot = small ? [] : footOf(space, facts, people);
  if (foot.length) tile.append(el("span.sp__foot", {}, ...foot));
  for (const [seats, inside] of /** @type {const} */ ([
    [free, ""],
    [jailed, ".in"],
  ]))
    if (seats.length) tile.append(el(`span.tokens${inside}`, {}, ...seats.map(people.crest)));
  return tile;
}

/** @param {ShownSpace} space @param {number} castle */
function band(space, castle) {
  const holds =
    space.level === castle ? [icon("castle", "castle")] : Array.from({ length: space.level }, () => icon("hold", "h"));
  return el("span.sp__band", {}, ...holds, ...(space.level > 3 && space.level < castle ? [] : [sign(space)]));
}

/** @param {ShownSpace} space @param {TableFacts} facts @param {People} people */
function footOf(space, { pot }, people) {
  if (space.kind === "tax") return [`−${space.amount}`];
  if (space.kind === "free" && pot !== null) return [`+${pot}`];
  if (!space.price) return [];
  if (space.owner === null) return [icon("coin", "coin"), String(space.price)];
  const rent = space.mortgaged ? "no rent" : space.share ? part(space.share) : `rent ${space.rent}`;
  return [people.mark(space.owner), el("span.rent", {}, rent)];
}

/** Let arrows walk along the track, Home to one's token, and letters to deeds. @param {HTMLElement} board @param {KeyboardEvent} event @param {number} size @param {number} home */
function walk(board, event, size, home) {
  const spaces = /** @type {HTMLElement[]} */ ([...board.querySelectorAll("[data-i]")]);
  const at = spaces.findIndex((each) => each === document.activeElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
  let next = event.key === "Home" ? home : step === undefined ? -1 : (at + step + size) % size;
  if (/^[a-z]$/i.test(event.key)) {
    const order = [...spaces.slice(at + 1), ...spaces.slice(0, at + 1)];
    const found = order.find((each) => each.ariaLabel?.toLowerCase().startsWith(event.key.toLowerCase()));
    next = found ? spaces.indexOf(found) : -1;
    if (next >= 0) event.stopPropagation();
  }
  if (next < 0) return;
  event.preventDefault();
  for (const each of spaces) each.tabIndex = each === spaces[next] ? 0 : -1;
  spaces[next].focus();
}

/** Return the point of a space on the walkway, in the units of the drawing. @param {number} at @param {number} size */
function point(at, size) {
  const { x, y, kind } = placeOf(at, size);
  const whole = 2 * CORNER + (size / 4 - 1) * SPACE;
  const [near, far] = [CORNER + 10, whole - CORNER - 10];
  /** @param {number} place */
  const along = (place) => Math.min(Math.max(CORNER + (place - 2) * SPACE + SPACE / 2, near), far);
  if (kind === "c") return [x === 1 ? near : far, y === 1 ? near : far];
  if (kind === "b" || kind === "t") return [along(x), kind === "b" ? far : near];
  return [kind === "r" ? far : near, along(y)];
}

/** Return the last move as a line. @param {LastMove} move @param {number} size @param {People} people */
function pathOf({ player, path, is_jump }, size, people) {
  const whole = 2 * CORNER + (size / 4 - 1) * SPACE;
  const points = path.map((at) => point(at, size));
  const line = points.map((each) => each.join()).join(" ");
  const [end, before] = [points[points.length - 1], points[points.length - 2] ?? points[0]];
  const label = is_jump
    ? `${people.Name(player)} went to jail`
    : `${people.Name(player)} moved ${path.length - 1} spaces`;
  const dots = points.slice(1, -1).map(([cx, cy]) => drawn("circle", { cx, cy, r: 4.5 }));
  const { kind } = placeOf(path[path.length - 1], size);
  const turn =
    { b: 180, t: 0, l: -90, r: 90, c: (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI + 90 }[
      kind
    ] ?? 0;
  const arrow = drawn("path", {
    d: "M-8 3 0 -9 8 3z",
    fill: "currentColor",
    transform: `translate(${end.join(" ")}) rotate(${turn})`,
  });
  const dash = { "stroke-dasharray": is_jump ? "3 9" : "none" };
  const svg = drawn(
    "svg",
    { class: "m-path", viewBox: `0 0 ${whole} ${whole}`, role: "img", "aria-label": label },
    drawn("polyline", { class: "m-halo", points: line }),
    drawn("polyline", { points: line, ...dash }),
    ...(is_jump ? [] : dots),
    drawn("circle", { class: "m-from", cx: points[0][0], cy: points[0][1], r: 6 }),
    arrow,
  );
  svg.dataset.seat = String(player);
  return svg;
}

/** Let the token of the last move walk along the track. @param {HTMLElement} board @param {LastMove} move */
export function animateMove(board, { player, path, is_jump }) {
  const token = board.querySelector(`.m-tokens [data-seat="${player}"]`);
  if (!token || path.length < 2) return;
  const box = token.getBoundingClientRect();
  const steps = path.map((at) => {
    const space = board.querySelector(`[data-i="${at}"]`)?.getBoundingClientRect() ?? box;
    return {
      transform: `translate(${space.x + space.width / 2 - box.x - box.width / 2}px, ${space.y + space.height / 2 - box.y - box.height / 2}px)`,
    };
  });
  const duration = is_jump ? 400 : Math.min(STEP * (path.length - 1), LONGEST);
  token.animate([...steps, { transform: "none" }], { duration, easing: is_jump ? "ease-in-out" : "linear" });
}
