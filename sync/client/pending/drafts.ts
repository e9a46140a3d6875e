import type { DraftDocument } from "../../contracts/drafts.ts";
import { isStopped, type OutboxRecord } from "../outbox/entry.ts";

/** `rev`: the `baseRev` of the next save. */
export type DraftView = { text: string; rev: number; updatedAt: string };

/** Returns a ticket's draft: the last one saved on this device that the server does not show yet, or the pulled one. */
export function draftView(pulled: DraftDocument | null, commands: readonly OutboxRecord[]): DraftView | null {
  let text = pulled?.text ?? "";
  let updatedAt = pulled?.updatedAt ?? "";
  const rev = pulled?.rev ?? 0;
  for (const command of commands) {
    if (command.type !== "draft.save" || isStopped(command)) continue;
    if (command.state === "answered" && command.rev !== null && rev >= command.rev) continue;
    text = command.payload.text;
    updatedAt = command.createdAt;
  }
  return text ? { text, rev, updatedAt } : null;
}
