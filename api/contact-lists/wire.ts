import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import type { ImportView } from "../../contracts/marketing/contact-imports.ts";
import { ContactListItemInput, listParts } from "../../contracts/marketing/contact-lists.ts";
import { campaignStatusNames } from "../../contracts/wire/campaigns.ts";
import type {
  ContactListItemWire,
  ContactListSummaryWire,
  ContactListWire,
} from "../../contracts/wire/contact-lists.ts";
import type { ItemView, ListSummary, ListView } from "../../domain/marketing/contact-lists/index.ts";
import { optionalText, PageOf20, searchFor } from "../http/query.ts";

export const ListQueryWire = v.object({
  searchParam: searchFor("Words of the name"),
  pageNumber: PageOf20,
});

const itemFilter = {
  searchParam: v.pipe(
    optionalText,
    v.description("A number in any spelling, or a part of the name, number or e-mail: the first 200 characters"),
  ),
  part: v.pipe(
    v.optional(v.picklist(listParts), "all"),
    v.description("`valid`: on WhatsApp. `out`: not on WhatsApp, or opted out of marketing"),
  ),
};
export const ItemFilterWire = v.object(itemFilter);
export const ItemQueryWire = v.object({
  ...itemFilter,
  pageNumber: PageOf20,
  contactListId: v.pipe(Id, v.description("UUID of the list")),
});

export const NewItemWire = v.object({ ...ContactListItemInput.entries, contactListId: Id });

const MAX_DELETED = 10_000;
export const ItemIdsWire = v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_DELETED)) });

export function listToWire({ id, name, contactsCount, createdAt, updatedAt }: ListView): ContactListWire {
  return { id, name, contactsCount, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function itemToWire(item: ItemView): ContactListItemWire {
  const { id, listId, name, number, email, isWhatsappValid, optedOutAt } = item;
  return {
    ...{ id, contactListId: listId, name, number, email, isWhatsappValid },
    optedOutAt: optedOutAt?.toISOString() ?? null,
  };
}

export function summaryToWire(
  { usedBy, ...counts }: ListSummary,
  latestImport: ImportView | null,
): v.InferOutput<typeof ContactListSummaryWire> {
  const campaign = usedBy && {
    ...{ id: usedBy.id, name: usedBy.name, status: campaignStatusNames[usedBy.status] },
    scheduledAt: usedBy.scheduledAt?.toISOString() ?? null,
  };
  return { ...counts, usedBy: campaign, latestImport };
}
