import type { SessionUser } from "../../../../contracts/account/session.ts";
import type { ItemRow, ListRow, ListSummary } from "../parts/list-calls.ts";

const at = "2026-11-02T12:00:00.000Z";
const idOf = (end: string) => `0190d3a0-0000-7000-8000-${end.padStart(12, "0")}`;

export const lojistas: ListRow = { id: idOf("a1"), name: "Lojistas", contactsCount: 4, createdAt: at, updatedAt: at };

const item = (end: string, change: Partial<ItemRow>): ItemRow => ({
  ...{ id: idOf(end), contactListId: lojistas.id, name: "", number: "5531955500233", email: "" },
  ...{ isWhatsappValid: true, optedOutAt: null },
  ...change,
});
export const bazar = item("b1", { name: "Bazar Lua Nova", email: "contato@luanova.example" });
export const horta = item("b2", { name: "Horta da Célia", number: "553135550181", isWhatsappValid: false });
export const jonas = item("b3", { name: "Jonas Vilela", number: "5534955500139", optedOutAt: at });
export const tropeiro = item("b4", { name: "Tropeiro da Rua", number: "5531955500261", isWhatsappValid: null });

export const summaryOf = (change: Partial<ListSummary> = {}): ListSummary => ({
  ...{ total: 4, valid: 2, invalid: 1, optedOut: 1, ready: 1, checking: 1, usedBy: null, latestImport: null },
  ...change,
});

/** A user of a company with campaigns. */
export const withCampaigns: Pick<SessionUser, "company"> = {
  company: {
    ...{ id: idOf("c1"), name: "Olaria", dueDate: "2030-01-01" },
    settings: [{ key: "campaignsEnabled", value: "true" }],
  },
};
