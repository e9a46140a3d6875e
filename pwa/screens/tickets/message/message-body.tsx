import type { ReactNode } from "react";
import { type TextPart, textParts } from "./message-text.ts";

const draw: Record<TextPart["look"], (text: string) => ReactNode> = {
  plain: (text) => text,
  bold: (text) => <b className="font-semibold">{text}</b>,
  italic: (text) => <em>{text}</em>,
  strike: (text) => <s>{text}</s>,
  code: (text) => <code className="font-mono text-[0.92em]">{text}</code>,
  link: (text) => (
    <a href={text} target="_blank" rel="noreferrer noopener" className="text-bubble-link underline underline-offset-2">
      {text}
    </a>
  ),
};

/** A message's words as the channel draws them. */
export function MessageBody({ body }: { body: string }) {
  const parts = textParts(body);
  return <span className="whitespace-pre-wrap">{withKeys(parts)}</span>;
}

/** Parts of one text never change places, so where one starts names it. */
function withKeys(parts: TextPart[]): ReactNode[] {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return <span key={key}>{draw[part.look](part.text)}</span>;
  });
}
