import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { schema } from "../../../../db/index.ts";
import { givenPhoneNumber, testDatabase } from "../../../../db/testing/given.ts";
import { phoneMatchKey } from "../../../desk/contacts/index.ts";
import { atDesk } from "../../../testing.ts";
import { type SendOptions, sendNextRecipient } from "../recipients/send-next-recipient.ts";

const { campaigns, campaignConnections, campaignRecipients, messages } = schema;
type Recipient = Partial<typeof campaignRecipients.$inferInsert>;

/** Monday, 09:00 in São Paulo. */
export const MONDAY = new Date("2026-11-23T12:00:00Z");

type Given = {
  companyId: string;
  connectionIds: string[];
  /** A number stands for so many people of a list. */
  recipients: number | Recipient[];
  campaign?: Partial<typeof campaigns.$inferInsert>;
  frozen?: Partial<schema.FrozenCampaign>;
};

/** Creates a running campaign with its recipients; by default one variant, without confirmation and without jitter. */
export async function givenRunning({ companyId, connectionIds, recipients, campaign, frozen }: Given) {
  const campaignId = randomUUID();
  const people: Recipient[] =
    typeof recipients === "number" ? Array.from({ length: recipients }, () => ({})) : recipients;
  const rows = people.map((person, position) => {
    const number = person.number ?? givenPhoneNumber();
    const common = { companyId, campaignId, id: randomUUID(), position, name: `Pessoa ${position + 1}`, variant: 1 };
    return { ...common, number, matchKey: phoneMatchKey(number), ...person };
  });
  await testDatabase().company(companyId, async (db) => {
    await db.insert(campaigns).values({
      companyId,
      id: campaignId,
      name: "Ofertas",
      status: "running",
      messages: ["Oi {nome}"],
      confirmationMessages: [],
      window: { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "23:59" },
      startedAt: MONDAY,
      frozen: {
        messageInterval: 10,
        longerIntervalAfter: 0,
        greaterInterval: 0,
        variables: [],
        timeZone: "America/Sao_Paulo",
        variants: [{ variant: 1, message: "Oi {nome}", confirmation: "Quer receber?" }],
        ...frozen,
      },
      ...campaign,
    });
    await db.insert(campaignConnections).values(
      connectionIds.map((connectionId, position) => ({
        ...{ companyId, campaignId, connectionId, position },
        nextSendAt: new Date(0),
      })),
    );
    for (let at = 0; at < rows.length; at += 1_000)
      await db.insert(campaignRecipients).values(rows.slice(at, at + 1_000));
  });
  const ofCampaign = and(eq(campaignRecipients.companyId, companyId), eq(campaignRecipients.campaignId, campaignId));
  return {
    campaignId,
    ids: rows.map(({ id }) => id),
    numbers: rows.map(({ number }) => number),
    send: (connectionId = connectionIds[0] ?? "", now = MONDAY, options: SendOptions = {}) =>
      atDesk(
        companyId,
        (ctx) => sendNextRecipient(ctx, { campaignId, connectionId }, { random: () => 0.5, ...options }),
        now,
      ),
    recipients: () =>
      atDesk(companyId, (ctx) =>
        ctx.db.select().from(campaignRecipients).where(ofCampaign).orderBy(asc(campaignRecipients.position)),
      ),
    pace: async (connectionId = connectionIds[0] ?? "") => {
      const [row] = await atDesk(companyId, (ctx) =>
        ctx.db
          .select({ nextSendAt: campaignConnections.nextSendAt, sentInRow: campaignConnections.sentInRow })
          .from(campaignConnections)
          .where(
            and(
              eq(campaignConnections.companyId, companyId),
              eq(campaignConnections.campaignId, campaignId),
              eq(campaignConnections.connectionId, connectionId),
            ),
          ),
      );
      if (!row) throw new Error("the campaign has no such connection");
      return row;
    },
    messages: () =>
      atDesk(companyId, (ctx) =>
        ctx.db
          .select()
          .from(messages)
          .where(and(eq(messages.companyId, companyId), eq(messages.campaignId, campaignId)))
          .orderBy(asc(messages.createdAt), asc(messages.seq)),
      ),
    /** Marks the campaign's messages as accepted by the channel. */
    accept: () =>
      atDesk(companyId, (ctx) =>
        ctx.db
          .update(messages)
          .set({ sendAfter: null, ack: 1, acceptedAt: ctx.now })
          .where(and(eq(messages.companyId, companyId), eq(messages.campaignId, campaignId))),
      ),
  };
}
