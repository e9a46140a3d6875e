import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import { readSetting } from "../../account/settings/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { deskTexts } from "../../ground/texts/index.ts";
import { channelAddresses, findOrCreateContact } from "../contacts/index.ts";
import { sayText } from "../outbox/index.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { findTicketForMessage, recordEvent } from "../tickets/index.ts";
import { isFresh } from "./is-fresh.ts";

const { ticketEvents } = schema;

export type ReceivedCall = {
  connectionId: string;
  callId: string;
  party: { lid?: string; phone?: string; name?: string };
  isVideo: boolean;
  at: Date;
};

/**
 * Records a call as an event of the ticket that a message would go to; where the company takes no calls, the contact
 * is told so. Idempotent per call. Calls of blocked contacts are ignored.
 */
export async function receiveCall(ctx: DeskContext, call: ReceivedCall): Promise<void> {
  const { party } = call;
  const contact = await findOrCreateContact(ctx, { addresses: channelAddresses(party), name: party.name });
  if (!contact.isActive || (await isNoted(ctx, call.callId))) return;
  const ticket = await findTicketForMessage(
    ctx,
    { contactId: contact.id, connectionId: call.connectionId },
    { locked: contact },
  );
  await recordEvent(ctx, ticket.id, "call", { callId: call.callId, isVideo: call.isVideo });
  if (isFresh(ctx, call.at) && (await readSetting(ctx, "call")) === "disabled")
    await sayText(ctx, ticket, "notice", deskTexts.noCalls);
  else await changeRow(ctx, ticket.id, {});
}

async function isNoted(ctx: DeskContext, callId: string): Promise<boolean> {
  const [noted] = await ctx.db
    .select({ id: ticketEvents.id })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.companyId, ctx.companyId),
        eq(ticketEvents.type, "call"),
        sql`${ticketEvents.details} ->> 'callId' = ${callId}`,
      ),
    )
    .limit(1);
  return noted !== undefined;
}
