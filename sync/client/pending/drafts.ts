import type { DraftDocument } from "../../contracts/drafts.ts";
import { isStopped, type OutboxRecord } from "../outbox/entry.ts";

/** `rev`: the `baseRev` of the next save. `writerId`: the device that wrote the text. */
export type DraftView = { text: string; rev: number; writerId: string; updatedAt: string };

/** Returns a ticket's draft: the last one saved on this device that the server does not show yet, or the pulled one. */
export function draftView(pulled: DraftDocument | null, commands: readonly OutboxRecord[]): DraftView | null {
  let text = pulled?.text ?? "";
  let updatedAt = pulled?.updatedAt ?? "";
  let writerId = pulled?.writerId ?? "";
  const rev = pulled?.rev ?? 0;
  for (const command of commands) {
    if (command.type !== "draft.save" || isStopped(command)) continue;
    if (command.state === "answered" && command.rev !== null && rev >= command.rev) continue;
    text = command.payload.text;
    updatedAt = command.createdAt;
    writerId = command.payload.writerId;
  }
  return text ? { text, rev, writerId, updatedAt } : null;
}
