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
  { draft }: SendOptions,
): Promise<R> {
  if (record.type !== "message.send" || draft?.kind !== "text" || !draft.sent || record.payload.draft) return record;
  const { text, writerId } = draft.sent;
  const before = await outbox.where("lane").equals(record.lane).toArray();
  const shared = before.findLast((one) => one.type === "draft.save" && !isStopped(one));
  if (shared?.type !== "draft.save" || shared.payload.text === "") return record;
  const baseRev = shared.rev ?? shared.payload.baseRev;
  return { ...record, payload: { ...record.payload, draft: { text: text.slice(0, DRAFT_LENGTH), baseRev, writerId } } };
}
