import { randomUUID } from "node:crypto";
import { usualCampaignSettings } from "../../../contracts/marketing/campaigns.ts";
import type { Random } from "../../../contracts/testing/random.ts";
import { type Database, schema } from "../../../db/index.ts";
import { phoneMatchKey } from "../../../domain/desk/contacts/index.ts";

/** Why a person of the audience gets no message; `notReached`: the channel does not know the number. */
export type Fate = "sent" | "blocked" | "optedOut" | "notOnWhatsapp" | "notReached";
export type Person = { number: string; name: string; fate: Fate };

/** One in ten is excluded before the start or cannot be reached. */
const fates: readonly Fate[] = ["blocked", "optedOut", "notOnWhatsapp", "notReached"];

export function audienceOf(size: number, random: Random): Person[] {
  return Array.from({ length: size }, (_, place) => {
    const fate = random.chance(0.1) ? random.pick(fates) : "sent";
    // Numbers that end in 0000 are not on WhatsApp.
    const ending = fate === "notReached" ? "0000" : "1111";
    return { number: `5531${String(300_000 + place)}${ending}`, name: `Pessoa ${place + 1}`, fate };
  });
}

const AT_ONCE = 500;

/** Creates the list with these people, and an inactive campaign to it over the connections. Returns the campaign's id. */
export async function seedCampaign(
  database: Database,
  companyId: string,
  { people, connectionIds }: { people: readonly Person[]; connectionIds: readonly string[] },
): Promise<string> {
  const [campaignId, listId] = [randomUUID(), randomUUID()];
  await database.company(companyId, async (db) => {
    await db.insert(schema.settings).values({ companyId, key: "campaignsEnabled", value: "true" });
    await db.insert(schema.campaignSettings).values({
      companyId,
      settings: { ...usualCampaignSettings, messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
    });
    await db.insert(schema.contactLists).values({ companyId, id: listId, name: "Clientes" });
    for (let at = 0; at < people.length; at += AT_ONCE)
      await db.insert(schema.contactListItems).values(
        people.slice(at, at + AT_ONCE).map(({ number, name, fate }) => ({
          ...{ companyId, listId, id: randomUUID(), number, name, matchKey: phoneMatchKey(number) },
          isWhatsappValid: fate === "notOnWhatsapp" ? false : null,
        })),
      );
    for (const { number, name, fate } of people) {
      const address = { companyId, kind: "phone" as const, matchKey: phoneMatchKey(number) };
      if (fate === "optedOut") await db.insert(schema.optOuts).values({ ...address, since: new Date() });
      if (fate !== "blocked") continue;
      const id = randomUUID();
      await db.insert(schema.contacts).values({ companyId, id, name, number, isActive: false });
      await db.insert(schema.contactAddresses).values({ ...address, id: randomUUID(), contactId: id, address: number });
    }
    await db.insert(schema.campaigns).values({
      ...{ companyId, id: campaignId, listId, name: "Ofertas" },
      messages: ["Oi {nome}, responda SAIR para sair", "{nome}, temos ofertas", "", "", ""],
      confirmationMessages: ["", "", "", "", ""],
      window: { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "23:59" },
    });
    await db
      .insert(schema.campaignConnections)
      .values(connectionIds.map((connectionId, position) => ({ companyId, campaignId, connectionId, position })));
  });
  return campaignId;
}
