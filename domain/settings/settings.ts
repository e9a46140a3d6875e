import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";

/** What a company starts with. A key that is not stored has this value. */
export const settingDefaults = {
  userRating: "disabled",
  scheduleType: "disabled",
  CheckMsgIsGroup: "enabled",
  call: "disabled",
  chatBotType: "text",
  sendGreetingAccepted: "disabled",
  sendMsgTransfTicket: "disabled",
  outsidemessage: "disabled",
  singleSession: "enabled",
  campaignsEnabled: "true",
  /** Disabled: whoever may see an open ticket may answer it. */
  onlyAssigneeAnswers: "enabled",
  /** Minutes after closing in which a contact's message returns the ticket instead of opening another. */
  reopenWindowMinutes: "120",
} as const satisfies Record<string, string>;
export type SettingKey = keyof typeof settingDefaults;

/** Keys whose value is a password or a token of somebody else's service. They never leave the server with other settings. */
export const secretSettingKeys: ReadonlySet<string> = new Set([
  "ipixc",
  "tokenixc",
  "ipmkauth",
  "clientidmkauth",
  "clientsecretmkauth",
  "asaas",
  "smtpauth",
  "usersmtpauth",
  "clientsecretsmtpauth",
]);

export async function readSetting(ctx: DeskContext, key: SettingKey): Promise<string> {
  const [row] = await ctx.db
    .select({ value: schema.settings.value })
    .from(schema.settings)
    .where(and(eq(schema.settings.companyId, ctx.companyId), eq(schema.settings.key, key)));
  return row?.value ?? settingDefaults[key];
}

/** Every setting that any agent may know, defaults included. */
export async function publicSettings(
  ctx: Pick<DeskContext, "db" | "companyId">,
): Promise<{ key: string; value: string }[]> {
  const stored = await ctx.db
    .select({ key: schema.settings.key, value: schema.settings.value })
    .from(schema.settings)
    .where(eq(schema.settings.companyId, ctx.companyId));
  const values = new Map<string, string>(Object.entries(settingDefaults));
  for (const { key, value } of stored) if (!secretSettingKeys.has(key)) values.set(key, value);
  return [...values].map(([key, value]) => ({ key, value }));
}
