import type { MessageView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { shortText, withoutMarks } from "../text/message-summary.ts";
import { isInvisible } from "../text/visible-text.ts";

type QuoteProps = {
  /** Without an id the quoted message is not in this conversation. */
  quoted: Pick<NonNullable<MessageView["quoted"]>, "id" | "body" | "mediaType">;
  author: string;
  onJump: (messageId: string) => void;
};

const words = (quoted: QuoteProps["quoted"]) => {
  const text = withoutMarks(shortText(quoted));
  return isInvisible(text) ? m.tickets_body_empty() : text;
};

/** Shows the quoted message; a click scrolls to it. */
export function Quote({ quoted, author, onJump }: QuoteProps) {
  const { id } = quoted;
  const look =
    "-mx-1 mt-px mb-1.25 block w-[calc(100%+0.5rem)] rounded-md border-primary-ink border-l-3 bg-current/8 px-2.25 py-1.5 text-left text-sm leading-4.5";
  const content = (
    <>
      <b dir="auto" className="block font-semibold text-primary-ink text-xs">
        {author}
      </b>
      <span dir="auto" className="line-clamp-3 text-bubble-in-ink">
        {words(quoted)}
      </span>
    </>
  );
  if (!id) return <span className={look}>{content}</span>;
  return (
    <button
      type="button"
      onClick={() => onJump(id)}
      aria-label={m.tickets_go_quoted({ name: author })}
      className={look}
    >
      {content}
    </button>
  );
}
