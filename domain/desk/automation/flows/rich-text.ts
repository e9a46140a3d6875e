type Node = { type?: unknown; text?: unknown; children?: unknown; url?: unknown } & Record<string, unknown>;

/** Deeper nesting is ignored. */
const MAX_DEPTH = 20;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const childrenOf = (node: Node): Node[] => (Array.isArray(node.children) ? node.children.filter(isNode) : []);

/**
 * Returns a flow's rich text with WhatsApp's marks for bold, italic, strikethrough and code; a link becomes its
 * address.
 */
export function richText(paragraphs: readonly unknown[]): string {
  return paragraphs
    .filter(isNode)
    .map((node) => block(node, 0))
    .join("\n")
    .trim();
}

function block(node: Node, depth: number): string {
  if (depth > MAX_DEPTH) return "";
  const children = childrenOf(node);
  switch (node.type) {
    case "ul":
      return children.map((child) => `• ${block(child, depth + 1)}`).join("\n");
    case "ol":
      return children.map((child, place) => `${place + 1}. ${block(child, depth + 1)}`).join("\n");
    case "blockquote":
      return inline(node, depth).replaceAll(/^/gm, "> ");
    case "code_block":
      return `\`\`\`${children.map((child) => inline(child, depth + 1)).join("\n")}\`\`\``;
    default:
      return inline(node, depth);
  }
}

function inline(node: Node, depth: number): string {
  if (depth > MAX_DEPTH) return "";
  if (typeof node.text === "string") return marked(node.text, node);
  const inside = childrenOf(node)
    .map((child) => inline(child, depth + 1))
    .join("");
  if (node.type !== "a" || typeof node.url !== "string") return inside;
  return inside === "" || inside === node.url ? node.url : `${inside} (${node.url})`;
}

/** A mark must touch the text: WhatsApp shows a mark followed by a space literally. */
function marked(text: string, node: Node): string {
  const words = text.trim();
  if (words === "") return text;
  const [before, after] = [text.slice(0, text.indexOf(words)), text.slice(text.indexOf(words) + words.length)];
  let shown = words;
  if (node.code) shown = `\`${shown}\``;
  if (node.strikethrough) shown = `~${shown}~`;
  if (node.italic) shown = `_${shown}_`;
  if (node.bold) shown = `*${shown}*`;
  return `${before}${shown}${after}`;
}
