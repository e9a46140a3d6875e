import { linkParts } from "./message-text.ts";

/** Shows plain text with its links; nothing else in it is formatted. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return linkParts(text).map((part) => {
    const key = at;
    at += part.text.length;
    if (part.look !== "link") return part.text;
    return (
      <a
        key={key}
        href={part.text}
        target="_blank"
        rel="noreferrer noopener"
        className="text-primary-ink underline underline-offset-2"
      >
        {part.text}
      </a>
    );
  });
}
