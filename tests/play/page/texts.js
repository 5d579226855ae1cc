/**
 * Return what is wrong with the texts and controls that one sees, in words; each begins with its kind.
 *
 * A text is wrong if it leaves its box or the window, ends in an ellipsis, runs into another text, lies under something
 * or is smaller than 11 pixels; a control, if no pointer reaches its middle, even after scrolling, or if it is lower or
 * narrower than a finger needs. A stage or a dock that scrolls is wrong as well.
 */
(tap) => {
  const LEAST = 11;
  const SLACK = 1.5;
  const found = new Set();
  const short = (text) => [...text.trim().replace(/\s+/g, " ")].slice(0, 32).join("");
  const nameOf = (element) => {
    const kind = element.className?.baseVal ?? element.className;
    return element.id ? `#${element.id}` : kind ? `.${String(kind).split(" ")[0]}` : element.tagName.toLowerCase();
  };
  // Under an open dialog, a text is not to be seen.
  const root = document.querySelector("dialog[open]") ?? document.body;
  const isSeen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (at.inert || at.id === "status" || /inset\(50%/.test(getComputedStyle(at).clipPath)) return false;
    return true;
  };
  const overflows = ({ overflowX, overflowY }) => `${overflowX} ${overflowY}`;
  const isClipping = (style) => /hidden|clip|auto|scroll/.test(overflows(style));
  const scrolls = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isHigh = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
    return isHigh || (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1);
  };

  // Each line of text, with the box of its letters.
  const lines = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.matches("script, style, option, noscript") || !isSeen(element)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    const text = short(node.data);
    // A drawing has its own scale.
    if (size < LEAST && !element.closest("svg")) found.add(`small ${size}px: ${text}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
      const slack = Math.max(0, (height - size) / 2);
      if (width >= 1) lines.push({ node, element, text, left, right, top: top + slack, bottom: bottom - slack });
    }
  }

  for (const line of lines) {
    let [at, position] = [line.element, ""];
    while (at && at !== document.documentElement && position !== "fixed") {
      const style = getComputedStyle(at);
      ({ position } = style);
      const { left, top, right, bottom } = at.getBoundingClientRect();
      const isBox = !/^(inline|contents)$/.test(style.display) && !at.closest("svg");
      if (isBox && scrolls(at)) {
        // The reader scrolls on; what is scrolled away lies over nothing.
        [line.top, line.bottom] = [Math.max(line.top, top), Math.min(line.bottom, bottom)];
        [line.left, line.right] = [Math.max(line.left, left), Math.min(line.right, right)];
        break;
      }
      const isGround = !/^(rgba\(0, 0, 0, 0\)|transparent)$/.test(style.backgroundColor);
      const isEdge = isClipping(style) || parseFloat(style.borderLeftWidth) > 0 || isGround;
      const leaves =
        line.left < left - SLACK || line.right > right + SLACK || line.top < top - SLACK || line.bottom > bottom + SLACK;
      if (isBox && isEdge && leaves) {
        found.add(`${isClipping(style) ? "cut" : "spilled"} at ${nameOf(at)}: ${line.text}`);
        break;
      }
      at = position === "absolute" ? at.offsetParent : at.parentElement;
    }
    if (line.right > innerWidth + 1 || line.left < -1) found.add(`outside: ${line.text}`);
  }
  for (const each of root.querySelectorAll("*")) {
    if (!each.clientWidth || each.scrollWidth <= each.clientWidth + 1 || !each.textContent.trim()) continue;
    const { textOverflow, overflowX } = getComputedStyle(each);
    if (textOverflow === "ellipsis" && /hidden|clip/.test(overflowX) && isSeen(each))
      found.add(`ellipsis at ${nameOf(each)}: ${short(each.textContent)}`);
  }
  const inSight = lines.filter(({ left, right, top, bottom }) => right > left && bottom > top);
  for (const [at, one] of inSight.entries())
    for (const other of inSight.slice(at + 1)) {
      if (one.node === other.node) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 2 && height > 2) found.add(`overlap: ${one.text} / ${other.text}`);
    }
  const control = "button, a[href], input, select, textarea, summary, [role=button]";
  for (const { element, text, left, right, top, bottom } of inSight) {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!hit || hit.contains(element) || element.contains(hit) || hit.closest("svg")) continue;
    if (getComputedStyle(element).pointerEvents === "none") continue;
    const inside = hit.closest(control);
    if (!inside || inside !== element.closest(control)) found.add(`covered by ${nameOf(hit)}: ${text}`);
  }

  for (const each of root.querySelectorAll(control)) {
    if (each.type === "hidden" || !isSeen(each)) continue;
    const name = short(each.getAttribute("aria-label") ?? each.textContent);
    const scrolled = [];
    for (let at = each.parentElement; at; at = at.parentElement)
      scrolled.push([at, at.scrollLeft, at.scrollTop]);
    each.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.add(`off the screen: ${name}`);
    else if (!hit || (!each.contains(hit) && !hit.contains(each) && hit.closest("label")?.control !== each))
      found.add(`unreachable, under ${hit ? nameOf(hit) : "nothing"}: ${name}`);
    for (const [at, x0, y0] of scrolled) [at.scrollLeft, at.scrollTop] = [x0, y0];
    // A label is pressed for the small box in it.
    const box = (each.closest("label") ?? each).getBoundingClientRect();
    if (Math.min(box.width, box.height) < tap - 0.5)
      found.add(`target ${Math.round(box.width)}x${Math.round(box.height)}: ${name}`);
  }
  for (const each of root.querySelectorAll(".t-stage, .t-dock, .bt-stage, .bt-dock, .m-stage"))
    if (isSeen(each) && scrolls(each)) found.add(`scrolls: ${nameOf(each)}`);
  return [...found];
};
