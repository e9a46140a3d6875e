import { and, eq, sql } from "drizzle-orm";
import { prepareOnceFor, schema } from "../../../../db/index.ts";
import { type Settings, settingsColumn, withDefaults } from "../../../account/settings/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import type { MessageRowDb } from "../../outbox/index.ts";
import type { IncomingMessage } from "./incoming.ts";

const { campaigns, messages, earlyChanges, pushSubscriptions } = schema;

export type KnownMessage = {
  /** The stored message; null: it is new. */
  known: MessageRowDb | null;
  /** Edits, reactions or receipts of it have arrived before it. */
  hasEarlyChanges: boolean;
  /** A device of the company receives push notifications. */
  hasPushes: boolean;
  /** The company has a campaign. */
  hasCampaigns: boolean;
  settings: Settings;
};

/**
 * Looks up a received message, with everything else that one statement can tell. An own message is found by its id
 * only: the channel may name the chat by another address in the echo.
 */
export async function findKnownMessage(
  ctx: DeskContext,
  { connectionId, providerId, fromMe, chatKey }: IncomingMessage,
): Promise<KnownMessage> {
  const select = selectKnown(fromMe ? "own" : "theirs");
  const [found] = await select(ctx.db, { companyId: ctx.companyId, connectionId, providerId, chatKey });
  const { settings = null, ...rest } = found ?? {
    known: null,
    hasEarlyChanges: false,
    hasPushes: false,
    hasCampaigns: false,
  };
  return { ...rest, settings: withDefaults(settings) };
}

const selectKnown = prepareOnceFor((side: "own" | "theirs") => (db, param) => {
  const [companyId, connectionId, providerId] = [param("companyId"), param("connectionId"), param("providerId")];
  const early = sql<boolean>`exists (select 1 from ${earlyChanges} where ${earlyChanges.companyId} = ${companyId}
    and ${earlyChanges.connectionId} = ${connectionId} and ${earlyChanges.targetProviderId} = ${providerId})`;
  const pushes = sql<boolean>`exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.companyId} = ${companyId})`;
  const hasCampaigns = sql<boolean>`exists (select 1 from ${campaigns} where ${campaigns.companyId} = ${companyId})`;
  return db
    .select({
      hasEarlyChanges: early,
      hasPushes: pushes,
      hasCampaigns,
      settings: settingsColumn(companyId),
      known: messages,
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(
      messages,
      and(
        eq(messages.companyId, companyId),
        eq(messages.connectionId, connectionId),
        eq(messages.providerId, providerId),
        eq(messages.fromMe, side === "own"),
        side === "own" ? undefined : eq(messages.chatKey, param("chatKey")),
      ),
    )
    .limit(1);
});
