import type { CampaignStatus } from "../../../../contracts/marketing/campaigns.ts";
import {
  type CampaignListWire,
  type CampaignStatusName,
  type CampaignWire,
  campaignStatusOf,
} from "../../../../contracts/wire/campaigns.ts";

type Renamed<Wire> = Omit<Wire, "status"> & { status: CampaignStatus };

/** A campaign of the list, with the domain's name of its status. */
export type CampaignRow = Renamed<CampaignListWire>;
export type Campaign = Renamed<CampaignWire>;

export const fromWire = <Wire extends { status: CampaignStatusName }>(wire: Wire): Renamed<Wire> => ({
  ...wire,
  status: campaignStatusOf[wire.status],
});
