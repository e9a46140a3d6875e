/** A part of the screen as plain data: an element, or the text of a text node. */
export type Drawing = string | DrawnElement;
export type DrawnElement = {
  tag: string;
  attributes?: Record<string, string>;
  styles?: Record<string, string>;
  /** The action of a tap on it: the address of a link, or `tab:` with the tab's position among all tabs. */
  tap?: string;
  /** The ticket of a row of the list. */
  row?: string;
  /** Holds the conversation, which is kept by itself. */
  isSlot?: true;
  /** The scroll position in pixels, or the end of what it holds. */
  scroll?: number | "end";
  children?: Drawing[];
};

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

const htmlTags = new Set(
  "a aside b br button code div em h1 h2 h3 header img kbd label li main nav ol p s section small span strong time ul".split(
    " ",
  ),
);
const svgTags = new Set("circle ellipse g line path polygon polyline rect svg".split(" "));

/** Attributes that decide how an element looks. The drawing has no ids, roles, names, addresses or event handlers. */
const allowedAttributes = new Set(
  (
    "class width height viewBox d fill fill-rule clip-rule stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin " +
    "cx cy r rx ry x y x1 x2 y1 y2 points opacity transform hidden disabled " +
    "rows placeholder data-menu data-pane data-selected data-checked data-headlessui-state data-tone " +
    "aria-current aria-selected aria-checked aria-pressed aria-expanded"
  ).split(" "),
);

const allowedStyles = new Set(["transform", "height", "width", "color", "background-color"]);
const isAllowedStyle = (name: string, value: string) =>
  (allowedStyles.has(name) || /^--[a-z-]+$/.test(name)) && !/url\(|expression|[;{}]/i.test(value);

/** A picture of this origin: another address would send a request that the person did not cause. */
const isOwnPicture = (address: string) => isOwn(address);
/** A page of this app. */
const isOwnPage = (address: string) => isOwn(address);

/** Asks the parser that would open the address: it drops tabs and line breaks and reads a backslash as a slash. */
const isOwn = (address: string) =>
  address.startsWith("/") && URL.parse(address, location.origin)?.origin === location.origin;
const isTap = (tap: string) => isOwnPage(tap) || /^tab:\d{1,3}$/.test(tap);

/** A field is read only if it says so; the others may hold a password or a search. */
const isKeptField = (element: Element): element is HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement && element.hasAttribute("data-kept-field");
/** Elements whose content is not kept, only their size. */
const boxTags = new Set(["video", "canvas"]);

/**
 * Reads an element as data. The parts of a screen say how they are kept:
 * - `data-kept="no"`: it is left out; `data-kept-text`, `data-kept-class`: another text or class
 * - `data-kept-field`: a text field, with its text; `data-kept-tap`: the address that a tap opens
 * - `data-kept-slot`: its content is kept by itself; `data-kept-last`: only so many of its children, the last ones
 * - `data-kept-scroll`: its scroll position is kept; `end`: it is drawn at its end
 */
export function drawingOf(root: Element): DrawnElement | null {
  const tabs = [...root.querySelectorAll("[role=tab]")];

  function read(element: Element): DrawnElement | null {
    const tag = element.tagName.toLowerCase();
    if (element.getAttribute("data-kept") === "no") return null;
    if (boxTags.has(tag)) return { tag: "div", styles: sizeOf(element) };
    if (!isAllowedTag(tag, element.namespaceURI) && !isKeptField(element)) return null;
    const drawn: DrawnElement = { tag };
    const attributes = attributesOf(element);
    const styles = stylesOf(element);
    const tap = tapOf(element, tabs);
    const row = element.getAttribute("data-row");
    const scroll = element.getAttribute("data-kept-scroll");
    const children = childrenOf(element);
    if (tag === "img" && !attributes.src) Object.assign(styles, sizeOf(element));
    if (row !== null) drawn.row = row;
    if (element.hasAttribute("data-kept-slot")) drawn.isSlot = true;
    if (scroll !== null) drawn.scroll = scroll === "end" ? "end" : element.scrollTop;
    if (Object.keys(attributes).length > 0) drawn.attributes = attributes;
    if (Object.keys(styles).length > 0) drawn.styles = styles;
    if (tap) drawn.tap = tap;
    if (children.length > 0) drawn.children = children;
    return drawn;
  }

  function childrenOf(element: Element): Drawing[] {
    const text = element.getAttribute("data-kept-text");
    if (text !== null) return [text];
    if (isKeptField(element)) return element.value ? [element.value] : [];
    if (element.hasAttribute("data-kept-slot")) return [];
    const last = Number(element.getAttribute("data-kept-last") ?? 0);
    return [...element.childNodes].slice(-last).flatMap(readNode);
  }

  function readNode(node: Node): Drawing[] {
    if (node instanceof Text) return node.data ? [node.data] : [];
    const drawn = node instanceof Element ? read(node) : null;
    return drawn ? [drawn] : [];
  }
  return read(root);
}

/** Creates the element of a drawing. Refuses every tag, attribute, style and address that `drawingOf` does not read. */
export function elementOf(drawn: DrawnElement): Element | null {
  const namespace = svgTags.has(drawn.tag) ? SVG : HTML;
  if (!isAllowedTag(drawn.tag, namespace) && drawn.tag !== "textarea") return null;
  const element = document.createElementNS(namespace, drawn.tag) as HTMLElement | SVGElement;
  for (const [name, value] of Object.entries(drawn.attributes ?? {})) {
    if (allowedAttributes.has(name) || (name === "src" && isPictureSource(drawn.tag, value)))
      element.setAttribute(name, value);
  }
  for (const [name, value] of Object.entries(drawn.styles ?? {}))
    if (isAllowedStyle(name, value)) element.style.setProperty(name, value);
  // A button of the drawing does nothing, so the keyboard must not stop at it.
  if (drawn.tag === "button" || drawn.tag === "textarea") element.setAttribute("tabindex", "-1");
  if (drawn.tap && isTap(drawn.tap)) element.setAttribute("data-tap", drawn.tap);
  if (typeof drawn.row === "string") element.setAttribute("data-row", drawn.row);
  if (drawn.isSlot === true) element.setAttribute("data-slot", "");
  if (drawn.scroll !== undefined) element.setAttribute("data-scroll", String(drawn.scroll));
  for (const child of drawn.children ?? []) {
    const node = typeof child === "string" ? child : elementOf(child);
    if (node !== null) element.append(node);
  }
  return element;
}

/** A picture from another place, such as a file of this device, is drawn as an empty area of its size. */
function sizeOf(element: Element): Record<string, string> {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 ? { width: `${width}px`, height: `${height}px` } : {};
}

const isAllowedTag = (tag: string, namespace: string | null) =>
  namespace === SVG ? svgTags.has(tag) : namespace === HTML && htmlTags.has(tag);

const isPictureSource = (tag: string, address: string) => tag === "img" && isOwnPicture(address);

function attributesOf(element: Element): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (allowedAttributes.has(name)) kept[name] = value;
  const look = element.getAttribute("data-kept-class");
  if (look !== null) kept.class = look;
  const source = element.getAttribute("src");
  if (source !== null && isPictureSource(element.tagName.toLowerCase(), source)) kept.src = source;
  return kept;
}

function stylesOf(element: Element): Record<string, string> {
  const kept: Record<string, string> = {};
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return kept;
  for (const name of element.style) {
    const value = element.style.getPropertyValue(name);
    if (isAllowedStyle(name, value)) kept[name] = value;
  }
  return kept;
}

function tapOf(element: Element, tabs: Element[]): string | null {
  const address = element.getAttribute(element.tagName === "A" ? "href" : "data-kept-tap");
  if (address !== null) return isOwnPage(address) ? address : null;
  return element.getAttribute("role") === "tab" ? `tab:${tabs.indexOf(element)}` : null;
}
