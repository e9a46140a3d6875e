import { type ReactNode, useRef } from "react";
import { classNames } from "../../ui/class-names.ts";
import { useLongPress } from "../../ui/hooks/use-long-press.ts";
import { type BubbleLook, bubbleLooks } from "./bubble-look.ts";

type BubbleFrameProps = {
  messageId: string;
  /** Written by the reader's side: stands at the right. */
  mine: boolean;
  startsGroup: boolean;
  endsGroup: boolean;
  look: BubbleLook;
  dir?: "auto";
  /** The padding of the bubble. */
  className: string;
  /** Before the bubble: the author's picture. */
  before?: ReactNode;
  /** The menu of the message, which a long press opens too. */
  menu: ReactNode;
  below?: ReactNode;
  children: ReactNode;
};

/** Places a message at its author's side; consecutive messages of one author form a group. */
export function BubbleFrame(props: BubbleFrameProps) {
  const { messageId, mine, startsGroup, endsGroup, look, dir, className, before, menu, below, children } = props;
  const line = useRef<HTMLDivElement>(null);
  const longPress = useLongPress(() => line.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click());
  return (
    <div
      data-message={messageId}
      tabIndex={-1}
      className={classNames(
        "group/message flex flex-col rounded-xl outline-offset-4",
        startsGroup ? "mt-2.5" : "mt-(--gap-bubble)",
        mine ? "items-end" : "items-start",
      )}
    >
      <div
        ref={line}
        {...longPress}
        className={classNames(
          "flex w-full items-center gap-1 touch:select-none touch:[-webkit-touch-callout:none]",
          mine && "flex-row-reverse",
        )}
      >
        {before}
        <div
          dir={dir}
          className={classNames(
            "relative min-w-0 max-w-[min(82%,var(--measure-bubble))] overflow-hidden rounded-xl text-base [overflow-wrap:anywhere] max-sm:text-md",
            className,
            bubbleLooks[look],
            endsGroup && (mine ? "rounded-br-xs" : "rounded-bl-xs"),
          )}
        >
          {children}
        </div>
        {menu}
      </div>
      {below}
    </div>
  );
}
