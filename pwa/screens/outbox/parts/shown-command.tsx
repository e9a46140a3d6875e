import {
  ArrowRightLeft,
  Calendar,
  Check,
  Eye,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Pencil,
  RotateCcw,
  SquareKanban,
  Tag,
  Trash2,
  Undo2,
  UserRound,
} from "lucide-react";
import type { CommandType } from "../../../../contracts/commands/index.ts";
import type { LeftEntry, OutboxEntry } from "../../../../sync/client/index.ts";
import { fileKindOf } from "../../../conversation/media/file-kind.ts";
import { plainLine } from "../../../conversation/text/message-summary.ts";
import { m } from "../../../i18n/paraglide/messages.js";

type Entry = OutboxEntry | LeftEntry;
type Shown<T extends CommandType> = { icon: LucideIcon; text(entry: Extract<Entry, { type: T }>): string };

const CUT = 80;

const shown: { [T in CommandType]: Shown<T> } = {
  "message.send": {
    icon: MessageSquare,
    text(entry) {
      const { payload } = entry;
      if (payload.cards) return m.tickets_command_cards({ names: cut(namesOf(payload.cards)) });
      if (payload.place) return m.tickets_command_place();
      const text = cut(plainLine(payload.body ?? ""));
      if (entry.fileId) return fileText(entry, text);
      return m.tickets_command_message({ text });
    },
  },
  "message.retry": { icon: Pencil, text: () => m.tickets_command_retry() },
  "message.fetchMedia": { icon: Pencil, text: () => m.tickets_command_fetch_media() },
  "message.discard": { icon: Trash2, text: () => m.tickets_command_discard() },
  "message.delete": { icon: Trash2, text: () => m.tickets_command_delete_message() },
  "ticket.delete": { icon: Trash2, text: () => m.tickets_command_delete() },
  "ticket.accept": { icon: Check, text: () => m.tickets_command_accept() },
  "ticket.return": { icon: Undo2, text: () => m.tickets_command_return() },
  "ticket.close": { icon: Check, text: () => m.tickets_command_close() },
  "ticket.reopen": { icon: RotateCcw, text: () => m.tickets_command_reopen() },
  "ticket.read": { icon: Eye, text: () => m.tickets_command_read() },
  "ticket.transfer": { icon: ArrowRightLeft, text: () => m.tickets_command_transfer() },
  "ticket.takeBack": { icon: Undo2, text: () => m.tickets_command_take_back() },
  "ticket.create": { icon: Pencil, text: () => m.tickets_command_create() },
  "ticket.tag": { icon: Tag, text: () => m.tickets_command_tag() },
  "ticket.lane": { icon: SquareKanban, text: () => m.kanban_command_move() },
  "message.edit": {
    icon: Pencil,
    text: ({ payload }) => m.tickets_command_edit({ text: cut(plainLine(payload.body)) }),
  },
  "message.react": { icon: Pencil, text: ({ payload }) => m.tickets_command_react({ emoji: payload.emoji }) },
  "message.forward": { icon: MessageSquare, text: () => m.tickets_command_forward() },
  "note.add": { icon: NotebookPen, text: ({ payload }) => m.tickets_command_note_add({ text: cut(payload.note) }) },
  "note.delete": { icon: Trash2, text: () => m.tickets_command_note_delete() },
  "tag.create": { icon: Tag, text: ({ payload }) => m.tickets_command_tag_create({ name: payload.name }) },
  "quickMessage.create": {
    icon: Pencil,
    text: ({ payload }) => m.quick_messages_command_create({ shortcode: payload.shortcode }),
  },
  "quickMessage.update": { icon: Pencil, text: () => m.quick_messages_command_update() },
  "quickMessage.delete": { icon: Pencil, text: () => m.quick_messages_command_delete() },
  "schedule.create": {
    icon: Calendar,
    text: ({ payload: { contactName } }) =>
      contactName ? m.schedules_command_create({ name: contactName }) : m.schedules_command_create_unnamed(),
  },
  "schedule.change": { icon: Calendar, text: () => m.schedules_command_change() },
  "schedule.delete": { icon: Calendar, text: () => m.schedules_command_delete() },
  "chat.create": { icon: Pencil, text: () => m.chats_command_create() },
  "chat.update": { icon: Pencil, text: () => m.chats_command_update() },
  "chat.delete": { icon: Trash2, text: () => m.chats_command_delete() },
  "chat.read": { icon: Eye, text: () => m.chats_command_read() },
  "chatMessage.send": {
    icon: MessageSquare,
    text(entry) {
      const { payload } = entry;
      const text = cut(plainLine(payload.body ?? ""));
      if (entry.fileId) return fileText(entry, text);
      return m.chats_command_message({ text });
    },
  },
  "draft.save": { icon: Pencil, text: () => m.tickets_command_draft() },
  "contact.create": {
    icon: UserRound,
    text: ({ payload }) => m.tickets_command_contact_create({ name: payload.name }),
  },
  "contact.update": { icon: UserRound, text: () => m.tickets_command_contact_update() },
  "announcement.read": { icon: Pencil, text: () => m.announcements_command_read() },
};

/** A command of a newer version, which another tab of this device has stored. */
const unknown: Shown<CommandType> = { icon: Pencil, text: () => m.tickets_timeline_unknown() };

/** The entry has the type of its row; TypeScript cannot follow that here. */
const rowOf = (type: CommandType) => (shown[type] as Shown<CommandType> | undefined) ?? unknown;

/** Describes a command for the user, whether it is pending, refused or sent. */
export const commandText = (entry: Entry): string => rowOf(entry.type).text(entry);

/** Shows the icon of a command's type. */
export function CommandIcon({ type }: { type: CommandType }) {
  const { icon: Icon } = rowOf(type);
  return <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-ink-2" />;
}

/** A photo is called a photo, and only a document by its name. */
function fileText(entry: Entry, text: string): string {
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
