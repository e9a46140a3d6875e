import { randomUUID } from "node:crypto";
import { type CampaignInput, usualWindow } from "../../../../contracts/marketing/campaigns.ts";
import { searchable } from "../../../../contracts/search-text.ts";
import { schema } from "../../../../db/index.ts";
import { testDatabase } from "../../../../db/testing/given.ts";
import { phoneMatchKey } from "../../../desk/contacts/index.ts";
import type { Context } from "../../../ground/context.ts";
import { restartCampaign, startCampaign } from "../index.ts";

export const fiveTexts = (...texts: string[]): string[] => [...texts, "", "", "", "", ""].slice(0, 5);

/** Returns a campaign that can be started once it has a list or tag and a connection. */
export const campaignInput = (more: Partial<CampaignInput> = {}): CampaignInput => ({
  name: "Volta às aulas",
  messages: fiveTexts("Oi {nome}, SAIR para não receber"),
  confirmationMessages: fiveTexts(),
  confirmation: false,
  listId: null,
  tagId: null,
  connectionIds: [],
  scheduledAt: null,
  awaitsConfirmation: false,
  sentAt: null,
  window: usualWindow,
  dailyLimit: null,
  replyQueueId: null,
  ...more,
});

type Person = { name?: string; number: string; email?: string; isWhatsappValid?: boolean | null };

/** Creates a contact list with the people. */
export async function givenList(companyId: string, people: readonly Person[]): Promise<{ id: string }> {
  const id = randomUUID();
  await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.contactLists).values({ companyId, id, name: `Lista ${id.slice(0, 8)}` });
    if (people.length === 0) return;
    await tx.insert(schema.contactListItems).values(
      people.map(({ name = "Pessoa", number, email = "", isWhatsappValid = null }) => ({
        ...{ companyId, id: randomUUID(), listId: id, name, number, email, isWhatsappValid },
        matchKey: phoneMatchKey(number),
        search: searchable(name, number, email),
      })),
    );
  });
  return { id };
}

const confirmed = { isConfirmed: true };
/** Starts and restarts a campaign as a user who has confirmed it. */
export const startConfirmed = (ctx: Context, id: string) => startCampaign(ctx, id, confirmed);
export const restartConfirmed = (ctx: Context, id: string) => restartCampaign(ctx, id, confirmed);

/** Switches campaigns on or off for the company, as the platform does. */
export async function allowCampaigns(companyId: string, isAllowed: boolean): Promise<void> {
  const value = String(isAllowed);
  await testDatabase().company(companyId, (tx) =>
    tx
      .insert(schema.settings)
      .values({ companyId, key: "campaignsEnabled", value })
      .onConflictDoUpdate({ target: [schema.settings.companyId, schema.settings.key], set: { value } }),
  );
}
