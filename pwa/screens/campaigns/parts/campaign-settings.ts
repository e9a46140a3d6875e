import * as v from "valibot";
import { CampaignSettings, usualCampaignSettings } from "../../../../contracts/marketing/campaigns.ts";
import { apiSend } from "../../../session/api-fetch.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";

const Entries = v.array(v.object({ key: v.string(), value: v.pipe(v.string(), v.parseJson()) }));

/** Reads the entries of the HTTP interface; each value is JSON text. */
function readCampaignSettings(answer: unknown): CampaignSettings {
  const entries = v.parse(Entries, answer).map(({ key, value }) => [key, value]);
  return v.parse(CampaignSettings, { ...usualCampaignSettings, ...Object.fromEntries(entries) });
}

/** Returns the pace of all campaigns and the variables. A form starts with them, so they are not stored. */
export const useCampaignSettings = () => useServerData("/campaign-settings", readCampaignSettings);

export const saveCampaignSettings = (settings: CampaignSettings) => apiSend("POST", "/campaign-settings", { settings });
