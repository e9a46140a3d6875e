import {
  allowedAttributes,
  type Drawing,
  type DrawnElement,
  isAllowedStyle,
  isAllowedTag,
  isOwnPage,
  isPictureSource,
} from "./drawing.ts";

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

/** A picture from another place, such as a file of this device, is drawn as an empty area of its size. */
function sizeOf(element: Element): Record<string, string> {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 ? { width: `${width}px`, height: `${height}px` } : {};
}

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
