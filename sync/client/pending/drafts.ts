import type { DraftDocument } from "../../contracts/drafts.ts";
import { isStopped, type OutboxRecord } from "../outbox/entry.ts";

/** `rev`: what a next save is written over. */
export type DraftView = { text: string; rev: number; updatedAt: string };

/** What its writer has begun in a ticket: the last that this device saved and the server has not shown, or the pulled. */
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
