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
export const allowedAttributes = new Set(
  (
    "class width height viewBox d fill fill-rule clip-rule stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin " +
    "cx cy r rx ry x y x1 x2 y1 y2 points opacity transform hidden disabled " +
    "rows placeholder data-menu data-pane data-selected data-checked data-headlessui-state data-tone " +
    "aria-current aria-selected aria-checked aria-pressed aria-expanded"
  ).split(" "),
);

const allowedStyles = new Set(["transform", "height", "width", "color", "background-color"]);
export const isAllowedStyle = (name: string, value: string) =>
  (allowedStyles.has(name) || /^--[a-z-]+$/.test(name)) && !/url\(|expression|[;{}]/i.test(value);

/** A picture of this origin: another address would send a request that the person did not cause. */
const isOwnPicture = (address: string) => isOwn(address);
/** A page of this app. */
export const isOwnPage = (address: string) => isOwn(address);

/** Asks the parser that would open the address: it drops tabs and line breaks and reads a backslash as a slash. */
const isOwn = (address: string) =>
  address.startsWith("/") && URL.parse(address, location.origin)?.origin === location.origin;
const isTap = (tap: string) => isOwnPage(tap) || /^tab:\d{1,3}$/.test(tap);

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

export const isAllowedTag = (tag: string, namespace: string | null) =>
  namespace === SVG ? svgTags.has(tag) : namespace === HTML && htmlTags.has(tag);

export const isPictureSource = (tag: string, address: string) => tag === "img" && isOwnPicture(address);
