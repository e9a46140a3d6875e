import { Ban, Calendar } from "lucide-react";
import { memo, useState } from "react";
import { isAutomatic } from "../../../../contracts/desk/messages.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import { authorOf, textToCopy, withoutMarks } from "../../../conversation/text/message-summary.ts";
import { BubbleFrame } from "../../../conversation/thread/bubble-frame.tsx";
import { type BubbleLook, bubblePadding, isSticker } from "../../../conversation/thread/bubble-look.ts";
import { BubbleMeta } from "../../../conversation/thread/bubble-meta.tsx";
import { Quote } from "../../../conversation/thread/quote.tsx";
import { clock } from "../../../i18n/date-time.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useConversation } from "../conversation/conversation-context.tsx";
import { AutomaticLine } from "./automatic-message.tsx";
import { BubbleContent } from "./bubble-content.tsx";
import { deliveryOf } from "./delivery.ts";
import { DeliveryTick, deliveryTexts } from "./delivery-tick.tsx";
import { DeliveryTimeline } from "./delivery-timeline.tsx";
import { HeldReply } from "./held-reply.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { NotSent } from "./not-sent.tsx";
import { Reactions } from "./reactions.tsx";

type BubbleProps = { message: MessageView; startsGroup: boolean; endsGroup: boolean };

/** Shows one message. Dashed border: it is only on this device. Red: it failed to send, with the reason. */
export const Bubble = memo(function Bubble({ message, startsGroup, endsGroup }: BubbleProps) {
  const { names, ticket, channel } = useConversation();
  const [lifeOpen, setLifeOpen] = useState(false);
  const delivery = message.fromMe ? deliveryOf(message) : null;
  const held = message.local === "held";
  return (
    <BubbleFrame
      messageId={message.id}
      mine={message.fromMe}
      {...{ startsGroup, endsGroup }}
      dir={message.mediaType === "chat" ? "auto" : undefined}
      look={look(message, delivery === "failed" && !held)}
      className={bubblePadding(message)}
      menu={<MessageMenu message={message} />}
      below={
        <>
          <Reactions message={message} />
          {lifeOpen && <DeliveryTimeline message={message} channel={channel} />}
          {held && <HeldReply message={message} />}
          {delivery === "failed" && !held && <NotSent message={message} />}
        </>
      }
    >
      <span dir="ltr" className="sr-only">
        {authorOf(message, names)}:{" "}
      </span>
      {isAutomatic(message.origin) && <AutomaticLine origin={message.origin} campaign={message.campaign?.name} />}
      {ticket.isGroup && !message.fromMe && startsGroup && (
        <b dir="ltr" className="block font-semibold text-primary-ink text-xs">
          {message.author}
        </b>
      )}
      {message.quoted && !message.isDeleted && <QuoteOf message={message} />}
      {message.isDeleted ? <Deleted message={message} /> : <BubbleContent message={message} />}
      <Meta message={message} lifeOpen={lifeOpen} onLife={() => setLifeOpen(!lifeOpen)} />
    </BubbleFrame>
  );
});

function look(message: MessageView, failed: boolean): BubbleLook {
  if (failed) return "failed";
  if (message.local !== null) return "queued";
  if (isSticker(message)) return "bare";
  return message.fromMe && !isAutomatic(message.origin) ? "out" : "in";
}

function QuoteOf({ message }: { message: MessageView }) {
  const { ticket, jump } = useConversation();
  const { quoted } = message;
  if (!quoted) return null;
  const author = quoted.author || (quoted.fromMe ? m.tickets_you() : ticket.contactName);
  return <Quote quoted={quoted} author={author} onJump={jump} />;
}

/** Shows a deleted message struck through, so that agents can still read it. */
function Deleted({ message }: { message: MessageView }) {
  return (
    <span className="inline-flex items-center gap-1.5 italic opacity-85">
      <Ban aria-hidden="true" size={15} className="shrink-0" />
      <span>
        <span className={message.body ? "sr-only" : undefined}>{m.tickets_deleted()}</span>
        {message.body && <s> {withoutMarks(textToCopy(message))}</s>}
      </span>
    </span>
  );
}

function Meta({ message, lifeOpen, onLife }: { message: MessageView; lifeOpen: boolean; onLife: () => void }) {
  const delivery = deliveryOf(message);
  const isGreen = message.fromMe && !isAutomatic(message.origin) && !isSticker(message);
  return (
    <BubbleMeta message={message} look={delivery === "failed" && message.fromMe ? "failed" : isGreen ? "out" : "in"}>
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
          aria-label={m.tickets_life_show({ state: deliveryTexts(delivery) })}
          onClick={onLife}
          className="relative rounded-xs after:absolute after:-inset-1.5 touch:after:-inset-3"
        >
          <span aria-hidden="true">
            <DeliveryTick delivery={delivery} />
          </span>
        </button>
      )}
    </BubbleMeta>
  );
}
