import { randomUUID } from "node:crypto";
import { type CampaignStatus, usualCampaignSettings, usualWindow } from "../../contracts/marketing/campaigns.ts";
import { searchable } from "../../contracts/search-text.ts";
import { schema } from "../../db/index.ts";
import { givenContact, givenPhoneNumber, testDatabase } from "../../db/testing/given.ts";
import { phoneMatchKey } from "../../domain/desk/contacts/index.ts";

type At = { companyId: string; connectionId: string; word?: string };

/** Creates a list of three people, one of them blocked, and campaigns to it in three states. */
export async function givenCampaigns({ companyId, connectionId, word = "Volta às aulas" }: At) {
  const campaignListId = randomUUID();
  const people = Array.from({ length: 3 }, (_, place) => ({ name: `${word} ${place}`, number: givenPhoneNumber() }));
  await givenContact({ companyId, number: people[2]?.number, isActive: false });
  const items = people.map(({ name, number }) => ({
    ...{ companyId, id: randomUUID(), listId: campaignListId, name, number, matchKey: phoneMatchKey(number) },
    search: searchable(name, number),
  }));
  const id = async (status: CampaignStatus, scheduledAt: Date | null = null) => {
    const campaignId = randomUUID();
    const messages = [`${word} {nome}, SAIR`, "", "", "", ""];
    const hasStarted = status !== "inactive";
    const variants = [{ variant: 1, message: messages[0] ?? "", confirmation: "" }];
    await testDatabase().company(companyId, async (tx) => {
      await tx.insert(schema.campaigns).values({
        ...{ companyId, id: campaignId, name: `${word} ${hasStarted ? "em andamento" : "rascunho"}`, status, messages },
        ...{ confirmationMessages: ["", "", "", "", ""], window: usualWindow, listId: campaignListId },
        scheduledAt,
        startedAt: hasStarted ? new Date() : null,
        frozen: hasStarted ? { ...usualCampaignSettings, timeZone: "America/Sao_Paulo", variants } : null,
      });
      await tx.insert(schema.campaignConnections).values({ companyId, campaignId, connectionId, position: 0 });
      if (!hasStarted) return;
      await tx.insert(schema.campaignRecipients).values(
        items.map(({ name, number, matchKey, search }, place) => ({
          ...{
            companyId,
            id: randomUUID(),
            campaignId,
            position: place + 1,
            name,
            number,
            matchKey,
            search,
            variant: 1,
          },
          ...(place === 2 && { state: "excluded" as const, reason: "blocked", endedAt: new Date() }),
        })),
      );
    });
    return campaignId;
  };
  await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.contactLists).values({ companyId, id: campaignListId, name: `${word} lista` });
    await tx.insert(schema.contactListItems).values(items);
  });
  return {
    campaignListId,
    campaignId: await id("inactive"),
    plannedCampaignId: await id("inactive", new Date("2030-01-01T12:00:00.000Z")),
    runningCampaignId: await id("running"),
    cancelledCampaignId: await id("cancelled"),
  };
}
