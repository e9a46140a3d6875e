/** A part of the screen as plain data: an element, or the text of a text node. */
export type Drawing = string | DrawnElement;
export type DrawnElement = {
  tag: string;
  attributes?: Record<string, string>;
  styles?: Record<string, string>;
  /** What a tap on it does: the address of a link, or `tab:` with the tab's position among all tabs. */
  tap?: string;
  children?: Drawing[];
};

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

const htmlTags = new Set(
  "a aside b br button div em h1 h2 h3 header img kbd label li main nav ol p section small span strong time ul".split(
    " ",
  ),
);
const svgTags = new Set("circle ellipse g line path polygon polyline rect svg".split(" "));

/** Attributes that decide how an element looks. The drawing has no ids, roles, names, addresses or event handlers. */
const allowedAttributes = new Set(
  (
    "class width height viewBox d fill fill-rule clip-rule stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin " +
    "cx cy r rx ry x y x1 x2 y1 y2 points opacity transform hidden disabled " +
    "data-menu data-selected data-checked data-headlessui-state data-tone " +
    "aria-current aria-selected aria-checked aria-pressed aria-expanded"
  ).split(" "),
);

const allowedStyles = new Set(["transform", "height", "width", "color", "background-color"]);
const isAllowedStyle = (name: string, value: string) =>
  (allowedStyles.has(name) || /^--[a-z-]+$/.test(name)) && !/url\(|expression|[;{}]/i.test(value);

/** A picture of this origin: another address would send a request that the person did not cause. */
const isOwnPicture = (address: string) => /^\/(?![/\\])/.test(address);
/** A page of this app. */
const isOwnPage = (address: string) => /^\/(?![/\\])/.test(address);
const isTap = (tap: string) => isOwnPage(tap) || /^tab:\d{1,3}$/.test(tap);

/**
 * Reads an element as data. An element with `data-kept="no"` is left out; `data-kept-text` and `data-kept-class`
 * replace its text and class.
 */
export function drawingOf(root: Element): DrawnElement | null {
  const tabs = [...root.querySelectorAll("[role=tab]")];

  function read(element: Element): DrawnElement | null {
    const tag = element.tagName.toLowerCase();
    if (!isAllowedTag(tag, element.namespaceURI) || element.getAttribute("data-kept") === "no") return null;
    const drawn: DrawnElement = { tag };
    const attributes = attributesOf(element);
    const styles = stylesOf(element);
    const tap = tapOf(element, tabs);
    const text = element.getAttribute("data-kept-text");
    const children = text === null ? [...element.childNodes].flatMap(readNode) : [text];
    if (Object.keys(attributes).length > 0) drawn.attributes = attributes;
    if (Object.keys(styles).length > 0) drawn.styles = styles;
    if (tap) drawn.tap = tap;
    if (children.length > 0) drawn.children = children;
    return drawn;
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
  if (!isAllowedTag(drawn.tag, namespace)) return null;
  const element = document.createElementNS(namespace, drawn.tag) as HTMLElement | SVGElement;
  for (const [name, value] of Object.entries(drawn.attributes ?? {})) {
    if (allowedAttributes.has(name) || (name === "src" && isPictureSource(drawn.tag, value)))
      element.setAttribute(name, value);
  }
  for (const [name, value] of Object.entries(drawn.styles ?? {}))
    if (isAllowedStyle(name, value)) element.style.setProperty(name, value);
  // A button of the drawing does nothing, so the keyboard must not stop at it.
  if (drawn.tag === "button") element.setAttribute("tabindex", "-1");
  if (drawn.tap && isTap(drawn.tap)) element.setAttribute("data-tap", drawn.tap);
  for (const child of drawn.children ?? []) {
    const node = typeof child === "string" ? child : elementOf(child);
    if (node !== null) element.append(node);
  }
  return element;
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
  const address = element.tagName === "A" ? element.getAttribute("href") : null;
  if (address !== null) return isOwnPage(address) ? address : null;
  return element.getAttribute("role") === "tab" ? `tab:${tabs.indexOf(element)}` : null;
}
