export type TextPart = { text: string; look: "plain" | "bold" | "italic" | "strike" | "code" | "link" };

const marks = { "*": "bold", _: "italic", "~": "strike" } as const;
const PATTERN =
  /```([\s\S]*?\S[\s\S]*?)```|(https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\3(?![\p{L}\p{N}])/gu;

/** Cuts a message at what the channel draws bold, italic, struck, as it was typed or as a link. Marks do not nest. */
export function textParts(body: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const plain = (text: string) => text && parts.push({ text, look: "plain" });
  for (const match of body.matchAll(PATTERN)) {
    const [whole, code, link, mark, inside] = match;
    plain(body.slice(from, match.index));
    from = match.index + whole.length;
    if (code !== undefined) {
      parts.push({ text: code, look: "code" });
    } else if (link) {
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
