/** The smallest parts of the screen: elements, drawings, and lists of words. */

/** The page's class for the main button; all other classes are the screen's. */
const MAIN = "main";
const SVG = "http://www.w3.org/2000/svg";
const UPPER = /** @type {Record<string, string>} */ ({ ariaLabel: "aria-label" });

/**
 * Return an element whose classes are written as in a style sheet, without the screen's prefix.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} classes separated by spaces
 * @param {Record<string, any>} [properties] attributes, functions for events, and `style` with custom properties
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, classes, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const name of classes.split(" ")) if (name) element.classList.add(name === MAIN ? name : `bt-${name}`);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, String(each));
    else if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(UPPER[name] ?? name, value === true ? "" : String(value));
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

/** Return a drawing of the sheet of pictures. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#bt-${name}`);
  svg.append(use);
  return svg;
}

/** Return an element of a drawing. @param {string} tag @param {Record<string, string | number>} attributes @param {Element[]} children */
export function drawn(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Return the colour of a seat. @param {number} seat */
export const colour = (seat) => `var(--seat-${seat})`;

/** Return things with a comma between them, and a word before the last. @param {string[]} things @param {string} [word] */
export const joined = (things, word = "and") =>
  things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} ${word} ${things[things.length - 1]}`;

/** Return a number of things in words. @param {number} count @param {string} one @param {string} [more] */
export const counted = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** Return a text that begins with a capital letter. @param {string} text */
export const capital = (text) => text.replace(/^./u, (first) => first.toUpperCase());

/** Return a number whose minus sign is one. @param {number} number */
export const signed = (number) => String(number).replace("-", "−");
