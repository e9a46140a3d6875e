import type { CommandType } from "../../contracts/commands.ts";
import type { CollectionName } from "../../contracts/sync.ts";
import type { OutboxRecord } from "./entry.ts";

/** The collections in which a command's effect shows. */
const shownIn: Record<CommandType, readonly CollectionName[]> = {
  "ticket.accept": ["tickets"],
  "ticket.return": ["tickets"],
  "ticket.close": ["tickets"],
  "ticket.reopen": ["tickets"],
  "ticket.read": ["tickets"],
  "ticket.transfer": ["tickets"],
  "ticket.delete": ["tickets"],
  "ticket.create": ["tickets"],
  "ticket.tag": ["tickets"],
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
  "contact.create": ["contacts"],
  "contact.update": ["contacts"],
};

/** Up to which rev a collection has been pulled and stored; undefined while it boots. */
export type Positions = { get(collection: CollectionName): number | undefined };

export const collectionsOf = (type: CommandType) => shownIn[type];

/**
 * An answered command may go once every collection that shows it has been pulled past the answer: then whatever is
 * there, or is not there, is the truth. Judging by the document alone would wait for ever for one that left our scope.
 */
export function isSettled(record: OutboxRecord, pulledTo: Positions): boolean {
  if (record.state !== "answered") return false;
  const { rev } = record;
  return shownIn[record.type].every((collection) => {
    const position = pulledTo.get(collection);
    return position !== undefined && (rev === null || position >= rev);
  });
}
