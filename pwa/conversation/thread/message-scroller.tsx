import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import type { useStickToEnd } from "./use-stick-to-end.ts";

/** More than a screen of messages: those above are not seen when the conversation is drawn at its end. */
const KEPT_CHILDREN = 40;

type MessageScrollerProps = { label: string; stick: ReturnType<typeof useStickToEnd>; children: ReactNode };

/** The scrolling area of a conversation, with the button that returns to the newest message. */
export function MessageScroller({ label, stick, children }: MessageScrollerProps) {
  const { scroller, content, onScroll, toEnd, unseen, isAwayFromEnd } = stick;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-chat">
      <div
        ref={scroller}
        role="log"
        data-kept-scroll="end"
        aria-label={label}
        aria-live="polite"
        aria-relevant="additions"
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div
          ref={content}
          data-kept-last={KEPT_CHILDREN}
          className="flex min-h-full flex-col justify-end px-5 pt-2 pb-2.5 max-sm:px-3"
        >
          {children}
        </div>
      </div>
      {isAwayFromEnd && (
        <Button
          kind="plain"
          size="small"
          icon={<ArrowDown aria-hidden="true" size={15} />}
          onClick={toEnd}
          className="absolute right-4 bottom-3 z-sticky rounded-full shadow-lift"
        >
          {unseen > 0 ? m.tickets_new_messages({ count: unseen }) : m.tickets_go_down()}
        </Button>
      )}
    </div>
  );
}
