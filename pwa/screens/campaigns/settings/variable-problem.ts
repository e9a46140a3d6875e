import * as v from "valibot";
import { CampaignVariable, recipientVariables } from "../../../../contracts/marketing/campaigns.ts";
import { m } from "../../../i18n/paraglide/messages.js";

/** Returns why a variable cannot be added; null when it can. */
export function variableProblem(added: CampaignVariable, present: readonly CampaignVariable[]): string | null {
  const key = added.key.trim();
  if (key === "") return m.lists_required();
  if (present.some((variable) => variable.key === key)) return m.campaigns_settings_key_taken({ key: `{${key}}` });
  if ((recipientVariables as readonly string[]).includes(key))
    return m.campaigns_settings_key_reserved({ key: `{${key}}` });
  return v.is(CampaignVariable, added) ? null : m.campaigns_settings_key_wrong();
}
