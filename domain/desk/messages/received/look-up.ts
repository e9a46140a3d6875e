import { inParallel } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { type ContactRow, findSettledContact, partyKey } from "../../contacts/index.ts";
import { type BotRow, botBehind, openTicketBehind, type TicketRow } from "../../tickets/index.ts";
import { findKnownMessage, type KnownMessage } from "./find-known-message.ts";
import { type IncomingMessage, partyOf } from "./incoming.ts";
import { type Newest, newestBehind } from "./place-in-thread.ts";

/** A received message with its contact and ticket, read in one round trip. */
export type LookedUp = {
  found: KnownMessage;
  /** The locked contact; null: its addresses are not known, or do not lead to one contact. */
  contact: ContactRow | null;
  /** The contact's unclosed ticket, locked, with its newest messages and the state of its bot; absent: not looked up. */
  open?: { ticket: TicketRow | null; newest: Newest[]; bot: BotRow | undefined };
};

/**
 * Looks up a received message with its contact and ticket, in one round trip. The statements run one after another, so
 * that each sees what the holders of the locks before it have written.
 */
export async function lookUp(ctx: DeskContext, incoming: IncomingMessage): Promise<LookedUp> {
  const { connectionId, isHistory } = incoming;
  const party = partyOf(incoming);
  const key = partyKey(party);
  const [contact, found, open] = await inParallel([
    findSettledContact(ctx, party),
    findKnownMessage(ctx, incoming),
    isHistory
      ? undefined
      : inParallel([
          openTicketBehind(ctx, key, connectionId),
          newestBehind(ctx, key, connectionId),
          incoming.fromMe || incoming.group ? undefined : botBehind(ctx, key, connectionId),
        ]),
  ]);
  if (!contact || !open) return { found, contact };
  const [ticket, newest, bot] = open;
  return { found, contact, open: { ticket, newest, bot } };
}
