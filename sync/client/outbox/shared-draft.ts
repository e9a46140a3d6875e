import { DRAFT_LENGTH } from "../../../contracts/desk/drafts.ts";
import type { SendOptions } from "../desk-types.ts";
import type { OutboxDatabase } from "../local/databases.ts";
import { isStopped, type OutboxRecord } from "./entry.ts";

/**
 * Returns the command; a message that leaves a ticket's field names the draft that this device has just shared, which the
 * field may not have read yet. Otherwise the draft would stay on the user's other devices. Call in the transaction that
 * stores the command.
 */
export async function withSharedDraft<R extends OutboxRecord>(
  { outbox }: Pick<OutboxDatabase, "outbox">,
  record: R,
  { draft: left }: SendOptions,
): Promise<R> {
  const textDraft = left?.kind === "file" ? left.caption : left;
  if (record.type !== "message.send" || record.payload.draft || textDraft?.kind !== "text" || !textDraft.sent)
    return record;
  const { text, writerId } = textDraft.sent;
  // A message before it has taken what was shared before.
  const last = await outbox
    .where("lane")
    .equals(record.lane)
    .reverse()
    .filter((one) => one.type === "message.send" || (one.type === "draft.save" && !isStopped(one)))
    .first();
  if (last?.type !== "draft.save" || last.payload.text === "") return record;
  const baseRev = last.rev ?? last.payload.baseRev;
  return { ...record, payload: { ...record.payload, draft: { text: text.slice(0, DRAFT_LENGTH), baseRev, writerId } } };
}
