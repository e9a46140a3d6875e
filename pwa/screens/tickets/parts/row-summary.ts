import type { BegunDraft, TicketView } from "../../../../sync/client/index.ts";
import { fileKindOf } from "../../../conversation/media/file-kind.ts";
import { plainLine, pollSummary } from "../../../conversation/text/message-summary.ts";
import { duration } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { type Delivery, deliveryOf } from "../message/delivery.ts";
import { rowTransferNoteOf } from "./transfer-note.ts";

export type SummaryIcon =
  | "note"
  | "bot"
  | "transfer"
  | "audio"
  | "image"
  | "video"
  | "document"
  | "location"
  | "contact";
/** The second line of a row: delivery status of our own message, icon of the media type, and text. */
export type RowSummary = {
  delivery: Delivery | null;
  icon: SummaryIcon | null;
  text: string;
  /** The text is not sent: a draft of a reply, or of a note. */
  begun?: "reply" | "note";
  /** The colleague who transferred the ticket and wrote the text. */
  noteBy?: string;
};

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

type Summarized = Pick<
  TicketView,
  | "lastMessage"
  | "lastWords"
  | "lastReaction"
  | "failed"
  | "queued"
  | "status"
  | "unreadMessages"
  | "notes"
  | "lastMessageAt"
  | "waitingSince"
>;

/**
 * Returns a row's summary: the last thing that a person said or the reaction to it. A draft takes precedence unless a
 * message failed to send. `queueName`: the queue that a contact has chosen who only used the bot's menu.
 */
export function rowSummary(ticket: Summarized, draft?: BegunDraft, queueName?: string): RowSummary {
  const last = ticket.lastWords ?? ticket.lastMessage;
  const begun = draft && ticket.failed === 0 ? draftSummary(draft) : null;
  if (begun) return begun;
  const note = ticket.failed === 0 && rowTransferNoteOf(ticket);
  if (note)
    return { delivery: null, icon: "transfer", text: plainLine(note.note), noteBy: note.userName.split(" ")[0] };
  if (!last && ticket.status !== "closed" && ticket.unreadMessages > 0) {
    const text = queueName ? m.tickets_row_chose({ queue: queueName }) : m.tickets_row_chose_something();
    return { delivery: null, icon: "bot", text };
  }
  if (!last) return { delivery: null, icon: null, text: m.tickets_row_empty() };
  const { lastReaction } = ticket;
  if (lastReaction && ticket.failed === 0) {
    const what = lineOf({ ...lastReaction, isDeleted: false, mediaSeconds: null });
    const sentence = lastReaction.fromMe ? m.tickets_row_you_reacted : m.tickets_row_reacted;
    return { delivery: null, icon: null, text: sentence({ emoji: lastReaction.emoji, what }) };
  }
  const icon = last.isDeleted ? null : (labels[last.mediaType]?.icon ?? null);
  const text = lineOf(last);
  if (ticket.failed > 0 || (last.fromMe && last.errorCode !== null)) {
    return { delivery: "failed", icon: null, text: m.tickets_not_sent({ what: text }) };
  }
  if (!last.fromMe) return { delivery: null, icon, text };
  const delivery = ticket.queued > 0 ? "queued" : deliveryOf({ local: null, ack: last.ack, errorCode: null });
  return { delivery, icon, text };
}

function draftSummary(draft: BegunDraft): RowSummary | null {
  const line = { delivery: null, icon: null, begun: "reply" } as const;
  switch (draft.kind) {
    case "text":
      return draft.text.trim() ? { ...line, text: plainLine(draft.text) } : null;
    case "note":
      return draft.text.trim() ? { ...line, icon: "note", begun: "note", text: plainLine(draft.text) } : null;
    case "voice":
      return { ...line, icon: "audio", text: m.tickets_draft_voice({ time: duration(draft.seconds) }) };
    case "files": {
      const kind = fileKindOf({ type: draft.mimetype });
      const what = draft.count > 1 ? m.tickets_draft_files({ count: draft.count }) : fileWords[kind]();
      const caption = plainLine(draft.text);
      return { ...line, icon: kind, text: caption ? `${what}, “${caption}”` : what };
    }
  }
}

const fileWords = {
  image: m.tickets_draft_photo,
  video: m.tickets_draft_video,
  audio: m.tickets_draft_audio_file,
  document: m.tickets_draft_file,
};

type Line = Pick<NonNullable<TicketView["lastMessage"]>, "body" | "mediaType" | "mediaSeconds" | "isDeleted">;

/** Letters, digits and signs that a reader sees. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

function lineOf(last: Line): string {
  if (last.isDeleted) return m.tickets_deleted();
  if (last.mediaType === "unsupported") return m.tickets_media_unsupported();
  if (last.mediaType === "locationMessage") return m.tickets_media_location();
  if (last.mediaType === "audio" && last.mediaSeconds !== null) return duration(last.mediaSeconds);
  const poll = last.mediaType === "chat" ? pollSummary(last.body) : null;
  if (poll) return poll;
  const words = plainLine(last.body);
  return VISIBLE.test(words) ? words : (labels[last.mediaType]?.label() ?? m.tickets_row_blank());
}
