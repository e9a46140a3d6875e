import { type ReactNode, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { openingOf, type TextPart, textParts } from "./message-text.ts";
import { isInvisible } from "./visible-text.ts";

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

/** Shows a message's text with the channel's formatting; a very long text is cut until the reader expands it. */
export function MessageBody({ body }: { body: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isInvisible(body)) return <span className="italic opacity-85">{m.tickets_body_empty()}</span>;
  const opening = isWhole ? body : openingOf(body);
  return (
    <>
      <span className="whitespace-pre-wrap">{withKeys(textParts(opening))}</span>
      {opening.length < body.length && (
        <>
          {"… "}
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="inline-flex min-h-6 items-center font-semibold text-bubble-link underline-offset-2 hover:underline max-md:min-h-11"
          >
            {m.tickets_read_more()}
          </button>
        </>
      )}
    </>
  );
}

/** The order of a text's parts never changes, so a part's offset is a stable key. */
function withKeys(parts: TextPart[]): ReactNode[] {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return <span key={key}>{draw[part.look](part.text)}</span>;
  });
}
