import { Ban, Calendar } from "lucide-react";
import { memo, useRef, useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { isAutomatic } from "../../../../sync/contracts/messages.ts";
import { readPlace } from "../../../../sync/contracts/places.ts";
import { readPoll } from "../../../../sync/contracts/poll-text.ts";
import { clock, moment } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { authorOf, withoutMarks, wordsToCopy } from "../../../messages/text/message-words.ts";
import { classNames } from "../../../ui/class-names.ts";
import { useLongPress } from "../../../ui/use-long-press.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import { AutomaticLine } from "./automatic-message.tsx";
import { BubbleContent } from "./bubble-content.tsx";
import { deliveryOf } from "./delivery.ts";
import { DeliveryTick, deliveryWords } from "./delivery-tick.tsx";
import { DeliveryTimeline } from "./delivery-timeline.tsx";
import { HeldReply } from "./held-reply.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { NotSent } from "./not-sent.tsx";
import { Quote } from "./quote.tsx";
import { Reactions } from "./reactions.tsx";

type BubbleProps = { message: MessageView; startsGroup: boolean; endsGroup: boolean };

/** Shows one message. Dashed border: it is only on this device. Red: it failed to send, with the reason. */
export const Bubble = memo(function Bubble({ message, startsGroup, endsGroup }: BubbleProps) {
  const { names, ticket, channel } = useConversation();
  const [lifeOpen, setLifeOpen] = useState(false);
  const delivery = message.fromMe ? deliveryOf(message) : null;
  const held = message.local === "held";
  const line = useRef<HTMLDivElement>(null);
  const longPress = useLongPress(() => line.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click());
  return (
    <div
      data-message={message.id}
      tabIndex={-1}
      className={classNames(
        "group/message flex flex-col rounded-xl outline-offset-4",
        startsGroup ? "mt-2.5" : "mt-(--gap-bubble)",
        message.fromMe ? "items-end" : "items-start",
      )}
    >
      <div
        ref={line}
        {...longPress}
        className={classNames(
          "flex w-full items-center gap-1 touch:select-none touch:[-webkit-touch-callout:none]",
          message.fromMe && "flex-row-reverse",
        )}
      >
        <div
          dir={message.mediaType === "chat" ? "auto" : undefined}
          className={classNames(
            "relative min-w-0 max-w-[min(82%,var(--measure-bubble))] overflow-hidden rounded-xl text-base [overflow-wrap:anywhere] max-sm:text-md",
            padding(message),
            look(message, delivery === "failed" && !held),
            endsGroup && (message.fromMe ? "rounded-br-xs" : "rounded-bl-xs"),
          )}
        >
          <span dir="ltr" className="sr-only">
            {authorOf(message, names)}:{" "}
          </span>
          {isAutomatic(message.origin) && <AutomaticLine origin={message.origin} />}
          {ticket.isGroup && !message.fromMe && startsGroup && (
            <b dir="ltr" className="block font-semibold text-primary-ink text-xs">
              {message.author}
            </b>
          )}
          {message.quoted && !message.isDeleted && <QuoteOf message={message} />}
          {message.isDeleted ? <Deleted message={message} /> : <BubbleContent message={message} />}
          <Meta message={message} lifeOpen={lifeOpen} onLife={() => setLifeOpen(!lifeOpen)} />
        </div>
        <MessageMenu message={message} />
      </div>
      <Reactions message={message} />
      {lifeOpen && <DeliveryTimeline message={message} channel={channel} />}
      {held && <HeldReply message={message} />}
      {delivery === "failed" && !held && <NotSent message={message} />}
    </div>
  );
});

const isPicture = ({ mediaType, isDeleted }: MessageView) =>
  !isDeleted && (mediaType === "image" || mediaType === "video");

/** Returns whether the message is a sticker, which is shown without a bubble. */
const isSticker = ({ mediaType, isDeleted, media }: MessageView) =>
  !isDeleted && mediaType === "sticker" && media?.state === "ready";

/** Returns whether the content ends with a row (of a poll, location or file) that has room for the time. */
function endsWithFreeRow({ mediaType, isDeleted, body, media }: MessageView): boolean {
  if (isDeleted) return false;
  if (mediaType === "chat") return readPoll(body) !== null;
  if (mediaType === "locationMessage") return readPlace(body) !== null;
  return mediaType === "document" && media?.state === "ready" && (body === "" || body === media.name);
}

function padding(message: MessageView): string {
  if (isSticker(message)) return "";
  return isPicture(message) ? "w-73 p-1" : "px-2.75 pt-1.75 pb-1.5";
}

function look(message: MessageView, failed: boolean): string {
  if (failed) return "border-[1.5px] border-danger-mark bg-bubble-failed text-ink";
  if (message.local !== null) {
    return "is-queued border-[1.5px] border-queued-line border-dashed bg-bubble-queued text-bubble-queued-ink";
  }
  if (isSticker(message)) return "text-bubble-in-ink";
  return message.fromMe && !isAutomatic(message.origin)
    ? "bg-bubble-out text-bubble-out-ink"
    : "bg-bubble-in text-bubble-in-ink ring-1 ring-bubble-in-line";
}

function QuoteOf({ message }: { message: MessageView }) {
  const { ticket, jump } = useConversation();
  return message.quoted && <Quote quoted={message.quoted} contactName={ticket.contactName} onJump={jump} />;
}

/** Shows a deleted message struck through, so that agents can still read it. */
function Deleted({ message }: { message: MessageView }) {
  return (
    <span className="inline-flex items-center gap-1.5 italic opacity-85">
      <Ban aria-hidden="true" size={15} className="shrink-0" />
      <span>
        <span className={message.body ? "sr-only" : undefined}>{m.tickets_deleted()}</span>
        {message.body && <s> {withoutMarks(wordsToCopy(message))}</s>}
      </span>
    </span>
  );
}

function Meta({ message, lifeOpen, onLife }: { message: MessageView; lifeOpen: boolean; onLife: () => void }) {
  const delivery = deliveryOf(message);
  const isGreen = message.fromMe && !isAutomatic(message.origin) && !isSticker(message);
  const ink = isGreen ? "text-bubble-out-meta" : "text-bubble-in-meta";
  return (
    <span
      dir="ltr"
      className={classNames(
        "relative top-px float-end ms-2.5 inline-flex items-center gap-1 text-2xs tabular-nums",
        delivery === "failed" && message.fromMe ? "text-danger-ink" : ink,
        isPicture(message) ? "me-1.5 mb-0.5" : "-me-0.5",
        endsWithFreeRow(message) ? "-mt-4" : "mt-1.25",
        isSticker(message) && "rounded-full bg-bubble-in px-2 py-0.5",
      )}
    >
      {message.isLate && (
        <span title={moment(message.receivedAt)}>{m.tickets_late({ time: clock(message.receivedAt) })}</span>
      )}
      {message.origin === "schedule" && (
        <span className="inline-flex items-center gap-1">
          <Calendar aria-hidden="true" size={12} />
          {m.tickets_scheduled()} ·
        </span>
      )}
      {message.editedAt && <span>{m.tickets_edited()}</span>}
      <time dateTime={message.createdAt}>{clock(message.createdAt)}</time>
      {message.fromMe && !message.isDeleted && (
        <button
          type="button"
          aria-expanded={lifeOpen}
          aria-label={m.tickets_life_show({ state: deliveryWords(delivery) })}
          onClick={onLife}
          className="relative rounded-xs after:absolute after:-inset-1.5 touch:after:-inset-3"
        >
          <span aria-hidden="true">
            <DeliveryTick delivery={delivery} />
          </span>
        </button>
      )}
    </span>
  );
}
