/** Parts of the page: finding them by id, making and filling them. */

/** @template {HTMLElement} T @param {string} id @param {new () => T} type @returns {T} */
export function part(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} ${id}`);
  return found;
}

/** @template {string} K @typedef {HTMLElementTagNameMap[Extract<K extends `${infer T}.${string}` ? T : K, keyof HTMLElementTagNameMap>]} Made */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Values */
/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * Return a new element with classes, properties and children; what is null, undefined or false is left out.
 * @template {string} K
 * @param {K} kind the tag and classes, such as `button.main`
 * @param {Omit<Partial<Made<K>>, "style" | "dataset"> & { style?: Values, dataset?: Values }} [properties] `style` has custom properties
 * @param {(Child | Child[])[]} children
 * @returns {Made<K>}
 */
export function made(kind, properties, ...children) {
  const { dataset, style, ...others } = /** @type {any} */ (properties ?? {});
  const [tag, ...classes] = kind.split(".");
  const element = /** @type {any} */ (document.createElement(tag));
  element.classList.add(...classes);
  for (const [name, value] of given(others)) element[name] = value;
  for (const [name, value] of given(dataset)) element.dataset[name] = value;
  // Elements that belong to a seat have its colour.
  const { seat } = element.dataset;
  if (seat) element.style.setProperty("--seat", `var(--seat-${seat % 6})`);
  for (const [name, value] of given(style)) element.style.setProperty(name, value);
  element.append(...children.flat().filter(isThere));
  return element;
}
/** @param {unknown} value */
const isThere = (value) => (value ?? false) !== false;
/** @param {object} [values] */
const given = (values = {}) => Object.entries(values).filter(([, value]) => isThere(value));

/** Return a text whose negative numbers have minus signs instead of hyphens. @param {string | number} text */
export const withMinus = (text) => String(text).replace(/(?<![\w-])-(?=\d)/g, "−");

/** Return a control with choices. @param {string} label @param {string[][]} choices values and texts */
export function choice(label, choices) {
  return made("select", { ariaLabel: label }, ...choices.map(([value, text]) => made("option", { value }, text)));
}

/** Let the arrow keys move the focus within a group that is a single tab stop. @param {HTMLElement} group */
export function roving(group) {
  group.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLElement)) return;
    const target = nearest(group, event.target, event.key);
    if (!target) return;
    event.preventDefault();
    focusIn(group, target);
  });
}

/** Return the next button in the direction of an arrow key. @param {HTMLElement} group @param {HTMLElement} from @param {string} key */
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

/** Make an element the tab stop of its group, and move the focus there. @param {HTMLElement} group @param {HTMLElement} element @param {boolean} [isMoved] */
export function focusIn(group, element, isMoved = true) {
  for (const other of group.querySelectorAll("button")) other.tabIndex = other === element ? 0 : -1;
  if (isMoved) element.focus();
}

/** Return true if an element is visible; works in old browsers. @param {Element} element */
export const isVisible = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

/** Return true if no element has the focus, for example because the one that had it is hidden. */
export function isFocusLost() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return !active || active === document.body || !isVisible(active);
}

/** Show a text above every screen, such as an error. @param {string} text */
export function warn(text) {
  const alert = part("alert", HTMLElement);
  // Screen readers would repeat a text that replaces itself.
  if (alert.textContent !== text) alert.textContent = text;
}

/** The number of announcements that stay in the page. */
const MOST_SAID = 12;

/** Announce a text to screen readers, after earlier ones; an empty text removes those. @param {string} text */
export function say(text) {
  const status = part("status", HTMLElement);
  if (!text) return status.replaceChildren();
  status.append(made("p", {}, text));
  if (status.childElementCount > MOST_SAID) status.firstElementChild?.remove();
  return undefined;
}

/** The texts of a browser that stores nothing, until the page is left. @type {Map<string, string>} */
const texts = new Map();

/** Return the text that the browser remembers, or an empty text. @param {string} key @param {string} [text] to remember */
export function remembered(key, text) {
  try {
    if (text !== undefined) localStorage.setItem(key, text);
    return localStorage.getItem(key) ?? "";
  } catch {
    if (text !== undefined) texts.set(key, text);
    return texts.get(key) ?? "";
  }
}

/** Return the name of this browser's player, if it is known. @param {string} [name] a name to remember */
export const knownName = (name) => remembered("westeros-intrigue-name", name || undefined);

/** Let the browser remember the choice. @param {HTMLSelectElement} select */
export function remember(select) {
  const key = `westeros-intrigue-${select.id}`;
  select.addEventListener("change", () => remembered(key, select.value));
  select.value = remembered(key) || select.value;
}
