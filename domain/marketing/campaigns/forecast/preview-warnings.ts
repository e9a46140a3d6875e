import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import { type CampaignVariant, hasOptOutHint } from "../../../../contracts/marketing/campaign-text.ts";
import { MANY_FIRST_CONTACTS, YOUNG_CONNECTION_DAYS } from "../../../../contracts/marketing/campaigns.ts";
import type { CampaignConnection } from "../campaign-connections.ts";
import type { ConnectionForecast } from "./forecast.ts";
import type { PreviewWarning } from "./preview-campaign.ts";

const DAY_MS = 86_400_000;

type Given = {
  texts: readonly CampaignVariant[];
  connections: readonly CampaignConnection[];
  found: readonly ConnectionForecast[];
  recipients: number;
  /** Recipients who never had a ticket. */
  firstContacts: number;
};

/** Returns the risks of a campaign: its connections', and a text without a hint how to opt out. */
export function warningsOf(now: Date, { texts, connections, found, recipients, firstContacts }: Given) {
  const ofConnections = connections.flatMap((connection): PreviewWarning[] => {
    const { id, status, channel, firstConnectedAt } = connection;
    const warnings: PreviewWarning[] = [];
    if (status !== "CONNECTED") warnings.push({ code: "connectionDown", connection, count: null });
    if (channelAbilities[channel].isOfficial) return warnings;
    const days = firstConnectedAt && Math.floor((now.getTime() - firstConnectedAt.getTime()) / DAY_MS);
    if (days !== null && days < YOUNG_CONNECTION_DAYS)
      warnings.push({ code: "youngConnection", connection, count: days });
    const messages = found.find((one) => one.id === id)?.messages ?? 0;
    const first = recipients === 0 ? 0 : Math.round((messages * firstContacts) / recipients);
    if (first > MANY_FIRST_CONTACTS) warnings.push({ code: "manyFirstContacts", connection, count: first });
    return warnings;
  });
  const hasHint = texts.every(({ message, confirmation }) => hasOptOutHint(message) || hasOptOutHint(confirmation));
  return hasHint ? ofConnections : [...ofConnections, { code: "noOptOutHint" as const, connection: null, count: null }];
}
