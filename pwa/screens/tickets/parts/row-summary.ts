import type { TicketView } from "../../../../sync/client/index.ts";
import { isAutomatic } from "../../../../sync/contracts/message-words.ts";
import { duration } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { plainLine, pollSummary } from "../../../messages/text/message-summary.ts";
import { type Delivery, deliveryOf } from "../message/delivery.ts";

export type SummaryIcon = "audio" | "image" | "video" | "document" | "location" | "contact";
/** The second line of a row: delivery status of our own message, icon of the media type, and text. */
export type RowSummary = { delivery: Delivery | null; icon: SummaryIcon | null; text: string; isDraft?: boolean };

const labels: Record<string, { icon: SummaryIcon; label: () => string }> = {
  image: { icon: "image", label: m.tickets_media_image },
  sticker: { icon: "image", label: m.tickets_media_sticker },
  video: { icon: "video", label: m.tickets_media_video },
  audio: { icon: "audio", label: m.tickets_media_audio },
  document: { icon: "document", label: m.tickets_media_document },
  locationMessage: { icon: "location", label: m.tickets_media_location },
  vcard: { icon: "contact", label: m.tickets_media_contact },
  contactMessage: { icon: "contact", label: m.tickets_media_contact },
};

type Summarized = Pick<TicketView, "lastMessage" | "lastWords" | "failed" | "queued">;

/**
 * Returns a row's summary. A draft takes precedence unless a message failed to send; automatic messages are never
 * shown.
 */
export function rowSummary(ticket: Summarized, draft = ""): RowSummary {
  const last = ticket.lastWords ?? ticket.lastMessage;
  const begun = draft.trim() &&
    ticket.failed === 0 && { delivery: null, icon: null, text: plainLine(draft), isDraft: true };
  if (begun) return begun;
  if (!last) return { delivery: null, icon: null, text: m.tickets_row_empty() };
  if (isAutomatic(last.origin)) return { delivery: null, icon: null, text: m.tickets_row_robot() };
  const icon = labels[last.mediaType]?.icon ?? null;
  const text = lineOf(last);
  if (ticket.failed > 0 || (last.fromMe && last.errorCode !== null)) {
    return { delivery: "failed", icon: null, text: m.tickets_not_sent({ what: text }) };
  }
  if (!last.fromMe) return { delivery: null, icon, text };
  const delivery = ticket.queued > 0 ? "queued" : deliveryOf({ local: null, ack: last.ack, errorCode: null });
  return { delivery, icon, text };
}

function lineOf(last: NonNullable<TicketView["lastMessage"]>): string {
  if (last.mediaType === "unsupported") return m.tickets_media_unsupported();
  if (last.mediaType === "locationMessage") return m.tickets_media_location();
  if (last.mediaType === "audio" && last.mediaSeconds !== null) return duration(last.mediaSeconds);
  return (
    (last.mediaType === "chat" && pollSummary(last.body)) ||
    plainLine(last.body) ||
    (labels[last.mediaType]?.label() ?? "")
  );
}
