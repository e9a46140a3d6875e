import type { DraftDocument, DraftSend } from "../../../contracts/desk/drafts.ts";
import { isStopped, type OutboxRecord } from "../outbox/entry.ts";

/** `rev`: the `baseRev` of the next save. `writerId`: the device that wrote the text. `text` '': it was sent. */
export type DraftView = { text: string; rev: number; writerId: string; updatedAt: string };

/**
 * Returns a ticket's draft: the last one saved on this device that the server does not show yet, or the pulled one,
 * without what a message or a schedule of this device sends. A refused message still hides it, because it shows the
 * text itself.
 */
export function draftView(pulled: DraftDocument | null, commands: readonly OutboxRecord[]): DraftView | null {
  let text = pulled?.text ?? "";
  let updatedAt = pulled?.updatedAt ?? "";
  let writerId = pulled?.writerId ?? "";
  const rev = pulled?.rev ?? 0;
  for (const command of commands) {
    if (command.state === "answered" && command.rev !== null && rev >= command.rev) continue;
    const sent = sentBy(command);
    if (sent) {
      const hasSeen = !isStopped(command) && (writerId === sent.writerId || rev <= sent.baseRev);
      if (text === sent.text || hasSeen) text = "";
      continue;
    }
    if (command.type !== "draft.save" || isStopped(command)) continue;
    text = command.payload.text;
    updatedAt = command.createdAt;
    writerId = command.payload.writerId;
  }
  return text || pulled?.sent ? { text, rev, writerId, updatedAt } : null;
}

/** Returns the draft that left with a command. */
function sentBy({ type, payload }: OutboxRecord): DraftSend | undefined {
  if (type === "message.send") return payload.draft;
  if (type !== "draft.save" || payload.sentText === undefined) return undefined;
  return { ...payload, text: payload.sentText };
}

/** Returns whether a command changes the shared draft of its ticket. */
export const changesDraft = (command: OutboxRecord): boolean =>
  command.type === "draft.save" || sentBy(command) !== undefined;
