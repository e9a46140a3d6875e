import { Paperclip } from "lucide-react";
import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import { searchWords } from "../../../../contracts/search-text.ts";
import { matchedParts } from "../../../i18n/matched-parts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { isEnter } from "../../../ui/fields/enter-key.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { Marked } from "../../../ui/marked.tsx";
import { quickReplyLabel } from "./quick-replies.ts";

type QuickReplyListProps = {
  id: string;
  replies: QuickMessageDocument[];
  /** The typed text, whose matches are highlighted in the replies. */
  text: string;
  total: number;
  active: number;
  onChoose: (reply: QuickMessageDocument) => void;
};

export const quickReplyId = (listId: string, index: number) => `${listId}-${index}`;

/** Shows the list above the composer, pushing the messages up instead of covering them. The field keeps the focus. */
export function QuickReplyList({ id, replies, text, total, active, onChoose }: QuickReplyListProps) {
  const typed = searchWords(text);
  return (
    <div className="border-line border-b px-3 pt-1.5 pb-2">
      <div className="flex min-h-7 items-center gap-2 px-2.5 text-ink-2 text-xs">
        <span role="status" className="flex-1">
          {replies.length > 0 ? m.tickets_quick_count({ count: replies.length, total }) : m.tickets_quick_none()}
        </span>
        {replies.length > 0 && (
          <span aria-hidden="true" className="flex items-center gap-1 max-sm:hidden">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> {m.tickets_quick_choose()}
            <span className="ml-2">
              <Kbd>Enter</Kbd> {m.tickets_quick_use()}
            </span>
          </span>
        )}
      </div>
      <div id={id} role="listbox" aria-label={m.tickets_quick_replies()} className="max-h-44 overflow-y-auto">
        {replies.map((reply, index) => (
          <div
            key={reply.id}
            id={quickReplyId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={(element) => {
              if (index === active) element?.scrollIntoView({ block: "nearest" });
            }}
            // Keeps the focus in the field: on blur the list would close before the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(reply)}
            onKeyDown={(event) => isEnter(event) && onChoose(reply)}
            className={classNames(
              "flex min-h-8.5 items-center gap-4 rounded-sm px-2.5 touch:min-h-11",
              index === active && "bg-hover-raised",
            )}
          >
            <span className="w-30 shrink-0 truncate font-medium text-primary-ink">
              <Marked parts={matchedParts(`/${reply.shortcode}`, typed)} />
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
              {quickReplyLabel(reply.message)}
            </span>
            {reply.fileId && (
              <Paperclip
                role="img"
                aria-label={reply.fileName ?? m.tickets_media_document()}
                size={15}
                className="text-ink-3"
              />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
