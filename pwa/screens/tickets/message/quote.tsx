import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { shortWords, withoutMarks } from "../../../messages/text/message-words.ts";

type QuoteProps = {
  quoted: NonNullable<MessageView["quoted"]>;
  contactName: string;
  onJump: (messageId: string) => void;
};

/** Shows the quoted message; a click scrolls to it. */
export function Quote({ quoted, contactName, onJump }: QuoteProps) {
  const author = quoted.author || (quoted.fromMe ? m.tickets_you() : contactName);
  const { id } = quoted;
  const look =
    "-mx-1 mt-px mb-1.25 block w-[calc(100%+0.5rem)] rounded-md border-primary-ink border-l-3 bg-current/8 px-2.25 py-1.5 text-left text-sm leading-4.5";
  const words = (
    <>
      <b className="block font-semibold text-primary-ink text-xs">{author}</b>
      <span dir="auto" className="line-clamp-3 text-bubble-in-ink">
        {withoutMarks(shortWords(quoted))}
      </span>
    </>
  );
  if (!id) return <span className={look}>{words}</span>;
  return (
    <button
      type="button"
      onClick={() => onJump(id)}
      aria-label={m.tickets_go_quoted({ name: author })}
      className={look}
    >
      {words}
    </button>
  );
}
