import { and, eq, inArray } from "drizzle-orm";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { applyIncomingChange } from "./apply-incoming-change.ts";
import type { IncomingChange, IncomingMessage } from "./incoming.ts";
import { receiveMessage } from "./receive-message.ts";

const { messages } = schema;

/** `changes`: what the phone stores with the message, such as reactions. */
export type PastMessage = Omit<IncomingMessage, "isHistory"> & { changes?: readonly IncomingChange[] };

/**
 * Stores messages of one chat, in order, that the phone held before it was connected. A message that was received
 * live is found by id and direction only: the history may name its chat by another address. Returns the number of new
 * ones.
 */
export async function receiveHistory(ctx: DeskContext, past: readonly PastMessage[]): Promise<number> {
  const [first] = past;
  if (!first) return 0;
  const known = await ctx.db
    .select({ providerId: messages.providerId, fromMe: messages.fromMe })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, first.connectionId),
        inArray(
          messages.providerId,
          past.map(({ providerId }) => providerId),
        ),
      ),
    );
  const keys = new Set(known.map(keyOf));
  let added = 0;
  for (const { changes = [], ...message } of past) {
    const isKnown = keys.has(keyOf(message));
    const received = isKnown ? null : await receiveMessage(ctx, { ...message, isHistory: true });
    if (received?.isNew) added += 1;
    // Changes of ignored messages are dropped.
    if (isKnown || received?.messageId) for (const change of changes) await applyIncomingChange(ctx, change);
  }
  return added;
}

const keyOf = ({ providerId, fromMe }: { providerId: string | null; fromMe: boolean }) => `${fromMe} ${providerId}`;
