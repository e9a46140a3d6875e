import type { LeftEntry, OutboxEntry } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { fileKindOf } from "../../../messages/media/file-kind.ts";
import { plainLine } from "../../../messages/text/message-summary.ts";

const CUT = 80;

/** Describes a command for the user, whether it is pending, refused or sent. */
export function commandText(entry: OutboxEntry | LeftEntry): string {
  switch (entry.type) {
    case "message.send": {
      if (entry.payload.cards) return m.tickets_command_cards({ names: cut(namesOf(entry.payload.cards)) });
      if (entry.payload.place) return m.tickets_command_place();
      const text = cut(plainLine(entry.payload.body ?? ""));
      if (entry.fileId) return fileText(entry, text);
      return m.tickets_command_message({ text });
    }
    case "message.retry":
      return m.tickets_command_retry();
    case "message.fetchMedia":
      return m.tickets_command_fetch_media();
    case "message.discard":
      return m.tickets_command_discard();
    case "message.delete":
      return m.tickets_command_delete_message();
    case "ticket.delete":
      return m.tickets_command_delete();
    case "ticket.accept":
      return m.tickets_command_accept();
    case "ticket.return":
      return m.tickets_command_return();
    case "ticket.close":
      return m.tickets_command_close();
    case "ticket.reopen":
      return m.tickets_command_reopen();
    case "ticket.read":
      return m.tickets_command_read();
    case "ticket.transfer":
      return m.tickets_command_transfer();
    case "ticket.takeBack":
      return m.tickets_command_take_back();
    case "ticket.create":
      return m.tickets_command_create();
    case "ticket.tag":
      return m.tickets_command_tag();
    case "ticket.lane":
      return m.kanban_command_move();
    case "message.edit":
      return m.tickets_command_edit({ text: cut(plainLine(entry.payload.body)) });
    case "message.react":
      return m.tickets_command_react({ emoji: entry.payload.emoji });
    case "message.forward":
      return m.tickets_command_forward();
    case "note.add":
      return m.tickets_command_note_add({ text: cut(entry.payload.note) });
    case "note.delete":
      return m.tickets_command_note_delete();
    case "tag.create":
      return m.tickets_command_tag_create({ name: entry.payload.name });
    case "quickMessage.create":
      return m.quick_messages_command_create({ shortcode: entry.payload.shortcode });
    case "quickMessage.update":
      return m.quick_messages_command_update();
    case "quickMessage.delete":
      return m.quick_messages_command_delete();
    case "schedule.create": {
      const { contactName } = entry.payload;
      return contactName ? m.schedules_command_create({ name: contactName }) : m.schedules_command_create_unnamed();
    }
    case "schedule.change":
      return m.schedules_command_change();
    case "schedule.delete":
      return m.schedules_command_delete();
    case "chat.create":
      return m.chats_command_create();
    case "chat.update":
      return m.chats_command_update();
    case "chat.delete":
      return m.chats_command_delete();
    case "chat.read":
      return m.chats_command_read();
    case "chatMessage.send": {
      const text = cut(plainLine(entry.payload.body ?? ""));
      if (entry.fileId) return fileText(entry, text);
      return m.chats_command_message({ text });
    }
    case "draft.save":
      return m.tickets_command_draft();
    case "contact.create":
      return m.tickets_command_contact_create({ name: entry.payload.name });
    case "contact.update":
      return m.tickets_command_contact_update();
    case "announcement.read":
      return m.announcements_command_read();
  }
}

/** A photo is called a photo, and only a document by its name. */
function fileText(entry: OutboxEntry | LeftEntry, text: string): string {
  const { mimetype, name } = entry.file ?? { mimetype: "", name: "" };
  if ("isVoice" in entry.payload && entry.payload.isVoice) return m.tickets_command_voice();
  const kind = fileKindOf({ type: mimetype });
  if (kind === "image") return text ? m.tickets_command_photo_text({ text }) : m.tickets_command_photo();
  if (kind === "video") return text ? m.tickets_command_video_text({ text }) : m.tickets_command_video();
  if (kind === "audio" && !text) return m.tickets_command_audio();
  return m.tickets_command_file({ text: text || cut(name) || m.tickets_media_document() });
}

const namesOf = (cards: readonly { name: string }[]) => cards.map(({ name }) => name).join(", ");
const cut = (text: string) => (text.length > CUT ? `${text.slice(0, CUT)}…` : text);
