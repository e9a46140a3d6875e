import type { CommandType } from "../../../contracts/commands/index.ts";
import type { ChatDocument } from "../../../contracts/office/chats.ts";
import type { ChatView } from "../desk-types.ts";
import { isQuiet, isStopped, isUnsent, type OutboxRecord } from "../outbox/entry.ts";
import { applyEffects, type EffectContext } from "./apply-effects.ts";

/** Applies the pending commands of one chat, in outbox order. Null: not on this device, or being deleted. */
export function chatView(
  pulled: ChatDocument | null,
  commands: readonly OutboxRecord[],
  reader: EffectContext<"chats">,
): ChatView | null {
  const chat = applyEffects("chats", pulled, commands, reader);
  if (!chat) return null;
  const steps = commands.filter((command) => !isQuiet(command));
  const unsent = steps.filter(isUnsent);
  return {
    ...chat,
    pending: [...new Set<CommandType>(unsent.map(({ type }) => type))],
    queued: unsent.filter(({ type }) => type === "chatMessage.send").length,
    failed: steps.filter(isStopped).length,
    isWaiting: unsent.some(({ type }) => type === "chat.create" || type === "chat.update"),
  };
}

/** Newest activity first. */
export const compareChats = (a: ChatDocument, b: ChatDocument): number =>
  compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id);

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
