import type { CommandType } from "../../contracts/commands.ts";
import type { CollectionName } from "../../contracts/sync.ts";
import type { OutboxRecord } from "./entry.ts";

/** The collections that show a command's effect, for every command of the type. */
const shownIn: Record<CommandType, readonly CollectionName[]> = {
  "ticket.accept": ["tickets"],
  "ticket.return": ["tickets"],
  "ticket.close": ["tickets"],
  "ticket.reopen": ["tickets"],
  "ticket.read": ["tickets"],
  "ticket.transfer": ["tickets"],
  "ticket.takeBack": ["tickets"],
  "ticket.delete": ["tickets"],
  "ticket.create": ["tickets"],
  "ticket.tag": ["tickets"],
  "ticket.lane": ["tickets"],
  "message.send": ["tickets", "threads"],
  "message.retry": ["threads"],
  "message.discard": ["threads"],
  "message.fetchMedia": ["threads"],
  "message.delete": ["threads"],
  "message.edit": ["tickets", "threads"],
  "message.react": ["tickets", "threads"],
  "message.forward": ["tickets", "threads"],
  "note.add": ["tickets"],
  "note.delete": ["tickets"],
  "tag.create": ["refs"],
  "quickMessage.create": ["quickMessages"],
  "quickMessage.update": ["quickMessages"],
  "quickMessage.delete": ["quickMessages"],
  "schedule.create": ["schedules"],
  "schedule.change": ["schedules"],
  "schedule.delete": ["schedules"],
  "draft.save": ["drafts"],
  "chat.create": ["chats", "chatThreads"],
  "chat.update": ["chats"],
  "chat.delete": ["chats", "chatThreads"],
  "chat.read": ["chats"],
  "chatMessage.send": ["chats", "chatThreads"],
  "contact.create": ["contacts"],
  "contact.update": ["contacts"],
  "announcement.read": ["announcements"],
};

/** Returns the collections that show this command's effect. */
export const collectionsOf = ({ type, payload }: Pick<OutboxRecord, "type" | "payload">): readonly CollectionName[] =>
  type === "message.send" && "draft" in payload && payload.draft ? [...shownIn[type], "drafts"] : shownIn[type];

/** The revision up to which a collection is pulled and stored; undefined during a boot. */
export type Positions = { get(collection: CollectionName): number | undefined };

/**
 * Returns whether an answered command can be deleted: every collection that shows it was pulled past the answer.
 * Checking only the document would wait forever for one that left the user's scope.
 */
export function isSettled(record: OutboxRecord, pulledTo: Positions): boolean {
  if (record.state !== "answered") return false;
  const { rev } = record;
  return collectionsOf(record).every((collection) => {
    const position = pulledTo.get(collection);
    return position !== undefined && (rev === null || position >= rev);
  });
}
