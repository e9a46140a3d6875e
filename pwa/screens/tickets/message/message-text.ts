export type TextPart = { text: string; look: "plain" | "bold" | "italic" | "strike" | "link" };

const marks = { "*": "bold", _: "italic", "~": "strike" } as const;
const PATTERN = /(https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/gu;

/** Cuts a message at what the channel draws bold, italic, struck or as a link. Marks do not nest. */
export function textParts(body: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const plain = (text: string) => text && parts.push({ text, look: "plain" });
  for (const match of body.matchAll(PATTERN)) {
    const [whole, link, mark, inside] = match;
    plain(body.slice(from, match.index));
    from = match.index + whole.length;
    if (link) {
      const trimmed = link.replace(/[.,!?)]+$/, "");
      parts.push({ text: trimmed, look: "link" });
      plain(link.slice(trimmed.length));
    } else if (mark === "*" || mark === "_" || mark === "~") {
      parts.push({ text: inside ?? "", look: marks[mark] });
    }
  }
  plain(body.slice(from));
  return parts;
}
