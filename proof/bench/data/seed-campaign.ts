import { randomUUID } from "node:crypto";
import { type Database, schema } from "../../../db/index.ts";
import { phoneMatchKey } from "../../../domain/desk/contacts/index.ts";

type Running = { companyId: string; connectionId: string; numbers: readonly string[] };

/** Creates a running campaign without a pause of its own: the shortest pause applies. Returns its id. */
export async function seedCampaign(database: Database, { companyId, connectionId, numbers }: Running): Promise<string> {
  const campaignId = randomUUID();
  await database.company(companyId, async (db) => {
    await db.insert(schema.campaigns).values({
      ...{ companyId, id: campaignId, name: "Ofertas", messages: ["Oi {nome}"], confirmationMessages: [] },
      window: { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "23:59" },
      status: "running",
      startedAt: new Date(),
      frozen: {
        ...{ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] },
        timeZone: "America/Sao_Paulo",
        variants: [{ variant: 1, message: "Oi {nome}", confirmation: "" }],
      },
    });
    await db
      .insert(schema.campaignConnections)
      .values({ companyId, campaignId, connectionId, position: 0, nextSendAt: new Date(0) });
    await db.insert(schema.campaignRecipients).values(
      numbers.map((number, position) => {
        const person = { id: randomUUID(), name: `Pessoa ${position}`, number, matchKey: phoneMatchKey(number) };
        return { companyId, campaignId, position, variant: 1, ...person };
      }),
    );
  });
  return campaignId;
}
