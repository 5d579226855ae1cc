/** Parts of the page: found by id, made, filled. */

/** @template {HTMLElement} T @param {string} id @param {new () => T} type @returns {T} */
export function part(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} ${id}`);
  return found;
}

/**
 * Return a new element with properties and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} [properties]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function made(tag, { dataset, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, dataset);
  // What belongs to a seat has its colour.
  if (dataset?.seat) element.style.setProperty("--seat", `var(--seat-${dataset.seat})`);
  element.append(...children);
  return element;
}

/** Return a control with choices. @param {string} label @param {string[][]} choices values and texts */
export function choice(label, choices) {
  return made("select", { ariaLabel: label }, ...choices.map(([value, text]) => made("option", { value }, text)));
}

/** Let the arrow keys move the focus within a group that takes one stop of the Tab key. @param {HTMLElement} group */
export function roving(group) {
  group.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLElement)) return;
    const target = nearest(group, event.target, event.key);
    if (!target) return;
    event.preventDefault();
    focusIn(group, target);
  });
}

/** Return the button that lies next in the direction of an arrow key. @param {HTMLElement} group @param {HTMLElement} from @param {string} key */
function nearest(group, from, key) {
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  if (!x && !y) return undefined;
  const start = middle(from);
  let best,
    least = Infinity;
  for (const button of group.querySelectorAll("button")) {
    const end = middle(button);
    const along = (end.x - start.x) * x + (end.y - start.y) * y;
    const aside = Math.abs((end.x - start.x) * y) + Math.abs((end.y - start.y) * x);
    const distance = along + 2 * aside;
    if (along > 1 && aside <= 2 * along && distance < least) [best, least] = [button, distance];
  }
  return best;
}

/** @param {HTMLElement} button */
function middle(button) {
  const box = button.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Make an element the one of its group that the Tab key stops at, and move there. @param {HTMLElement} group @param {HTMLElement} element @param {boolean} [isMoved] */
export function focusIn(group, element, isMoved = true) {
  for (const other of group.querySelectorAll("button")) other.tabIndex = other === element ? 0 : -1;
  if (isMoved) element.focus();
}

/** Return whether an element has a place on the page, in old browsers too. @param {Element} element */
export const isVisible = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

/** Return whether the keyboard is nowhere: what had the focus may have been hidden. */
export function isFocusLost() {
  const active = document.activeElement;
  return !active || active === document.body || !isVisible(active);
}

/** Show a text above every screen, such as what has gone wrong. @param {string} text */
export function warn(text) {
  part("alert", HTMLElement).textContent = text;
}

/** How many texts stay in the page for those who hear it. */
const MOST_SAID = 12;

/** Say a text to those who hear the page, after what was said before; an empty one forgets that. @param {string} text */
export function say(text) {
  const status = part("status", HTMLElement);
  if (!text) return status.replaceChildren();
  status.append(made("p", {}, text));
  if (status.childElementCount > MOST_SAID) status.firstElementChild?.remove();
  return undefined;
}

/** Return the name of who plays in this browser, if it is known. @param {string} [name] to be remembered */
export function knownName(name) {
  const key = "westeros-intrigue-name";
  if (name) localStorage.setItem(key, name);
  return localStorage.getItem(key) ?? "";
}

/** Let the browser remember what is chosen. @param {HTMLSelectElement} select */
export function remember(select) {
  const key = `westeros-intrigue-${select.id}`;
  select.addEventListener("change", () => localStorage.setItem(key, select.value));
  try {
    select.value = localStorage.getItem(key) ?? select.value;
  } catch {
    // A browser that keeps nothing does not let anybody ask, either.
  }
}
