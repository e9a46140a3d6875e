import { and, desc, eq, sql } from "drizzle-orm";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import type { MessageVariables } from "../../../../contracts/desk/message-variables.ts";
import { type CampaignVariant, filledVariants, variantAt } from "../../../../contracts/marketing/campaign-text.ts";
import type { CampaignSettings, CampaignWarning, ExclusionReason } from "../../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../../db/index.ts";
import { companyTimeZone } from "../../../ground/company-time/index.ts";
import type { Context, DeskContext } from "../../../ground/context.ts";
import { messageVariables } from "../../../ground/texts/index.ts";
import { type CampaignConnection, connectionsOf } from "../campaign-connections.ts";
import { settingsOf } from "../campaign-settings.ts";
import { nextAudience } from "../recipients/next-audience.ts";
import { renderText } from "../render-text.ts";
import { type CampaignRow, requireCampaign } from "../require-campaign.ts";
import { type ConnectionForecast, forecast } from "./forecast.ts";
import { warningsOf } from "./preview-warnings.ts";
import { asForecast, lastOf, limitsOf, messagesOf, sentByDay } from "./running-forecast.ts";

const { tickets } = schema;
const SAMPLES = 5;

type Sample = {
  name: string;
  number: string;
  email: string;
  contact_id: string | null;
  connection_id: string | null;
  place: number;
  variant: number | null;
};
type Counted = { reason: ExclusionReason | null; connection_id: string | null; people: number; first_contacts: number };

export type PreviewSample = {
  name: string;
  number: string;
  variant: number;
  text: string;
  confirmation: string | null;
  filled: [number, number][];
};
export type PreviewWarning = { code: CampaignWarning; connection: CampaignConnection | null; count: number | null };

export type CampaignPreview = {
  total: number;
  recipients: number;
  excluded: { reason: ExclusionReason; count: number }[];
  connections: (ConnectionForecast & { name: string; isConnected: boolean })[];
  startsAt: Date | null;
  /** Null where some recipients would wait for a connection that is down. */
  endsAt: Date | null;
  timeZone: string;
  samples: PreviewSample[];
  warnings: PreviewWarning[];
};

/**
 * Returns what a start would do, or a restart or resend of a started campaign: the audience, the forecast and five
 * recipients with their text. Nothing is sent or stored. `page` from 1 shows other recipients.
 */
export async function previewCampaign(ctx: Context, id: string, page = 1): Promise<CampaignPreview> {
  const campaign = await requireCampaign(ctx, id);
  const connections = await connectionsOf(ctx, [id]);
  const settings = await settingsOf(ctx);
  const timeZone = await companyTimeZone(ctx);
  const { counted, samples } = await readAudience(ctx, campaign, connections, page);
  const going = counted.filter(({ reason }) => reason === null);
  const recipients = peopleOf(going);
  const isLater = campaign.status !== "cancelled" && campaign.scheduledAt && campaign.scheduledAt > ctx.now;
  const from = isLater && campaign.scheduledAt ? campaign.scheduledAt : ctx.now;
  const found = await forecastOf(ctx, { campaign, connections, going, settings, timeZone, from });
  const variants = filledVariants(campaign);
  return {
    total: peopleOf(counted),
    recipients,
    excluded: counted
      .flatMap(({ reason, people }) => (reason ? [{ reason, count: people }] : []))
      .sort((a, b) => b.count - a.count),
    connections: connections.map(({ id: connectionId, name, status }) => {
      const none = { id: connectionId, messages: 0, firstAt: null, lastAt: null, isLimited: false };
      return { ...(found.find((one) => one.id === connectionId) ?? none), name, isConnected: status === "CONNECTED" };
    }),
    startsAt: found.reduce<Date | null>(
      (first, { firstAt }) => (firstAt && (!first || firstAt < first) ? firstAt : first),
      null,
    ),
    endsAt: messagesOf(found) < recipients ? null : lastOf(found),
    timeZone,
    samples: await samplesOf(ctx, { samples, variants, connections, settings, timeZone, from, campaign }),
    warnings: warningsOf(ctx.now, {
      texts: variants,
      connections,
      found,
      recipients,
      firstContacts: going.reduce((sum, group) => sum + group.first_contacts, 0),
    }),
  };
}

const peopleOf = (groups: readonly Counted[]) => groups.reduce((sum, { people }) => sum + people, 0);

/** Counts the audience and reads the page's samples, in one statement. */
async function readAudience(
  ctx: Context,
  campaign: CampaignRow,
  connections: readonly CampaignConnection[],
  page: number,
): Promise<{ counted: Counted[]; samples: Sample[] }> {
  const [row] = await ctx.db.execute<{ counted: Counted[]; samples: Sample[] }>(sql`
    with people as materialized (${nextAudience(ctx, campaign, connections)})
    select
      (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from (select reason,
        case when reason is null then connection_id end as connection_id, count(*) as people,
        count(*) filter (where is_first_contact) as first_contacts from people group by 1, 2) as g) as counted,
      (select coalesce(jsonb_agg(to_jsonb(s) order by s.place), '[]') from (select name, number, email, contact_id,
        connection_id, place, variant from people where reason is null
        order by place limit ${SAMPLES} offset ${(page - 1) * SAMPLES}) as s) as samples`);
  return row ?? { counted: [], samples: [] };
}

type ToForecast = {
  campaign: CampaignRow;
  connections: readonly CampaignConnection[];
  going: readonly Counted[];
  settings: CampaignSettings;
  timeZone: string;
  from: Date;
};

/** A start sets every connection's next moment to its own time; a restart keeps the row. */
async function forecastOf(ctx: DeskContext, given: ToForecast): Promise<ConnectionForecast[]> {
  const { campaign, connections, going, settings, timeZone, from } = given;
  const ids = connections.map(({ id }) => id);
  const { sentOn } = await sentByDay(ctx, ids, timeZone);
  const own = (id: string) => peopleOf(going.filter(({ connection_id }) => connection_id === id));
  return forecast(
    {
      connections: connections.map((one) =>
        asForecast(
          { ...one, nextSendAt: from, sentInRow: campaign.startedAt ? one.sentInRow : 0 },
          own(one.id),
          sentOn,
        ),
      ),
      shared: peopleOf(going.filter(({ connection_id }) => connection_id === null)),
      pacing: settings,
      limits: limitsOf(campaign, timeZone),
    },
    from,
  );
}

type ToSample = Omit<ToForecast, "going"> & { samples: readonly Sample[]; variants: readonly CampaignVariant[] };

async function samplesOf(ctx: Context, given: ToSample): Promise<PreviewSample[]> {
  const { samples, variants, connections, settings, timeZone, from, campaign } = given;
  if (variants.length === 0) return [];
  const shown: PreviewSample[] = [];
  for (const sample of samples) {
    const frozen = variants.find(({ variant: own }) => own === sample.variant);
    const { variant, message, confirmation } = frozen ?? variantAt(variants, sample.place);
    const usual = connections.find(({ channel }) => channelAbilities[channel].hasNumbers);
    const connection = connections.find(({ id }) => id === sample.connection_id) ?? usual;
    const sending = {
      at: from,
      connectionName: connection?.name ?? "",
      ticket: `${message}${confirmation}`.includes("{{") ? await ticketValues(ctx, sample.contact_id) : {},
    };
    const render = (text: string) => renderText(text, { variables: settings.variables, timeZone }, sample, sending);
    const { name, number } = sample;
    const question = campaign.confirmation ? render(confirmation).text : null;
    shown.push({ name, number, variant, ...render(message), confirmation: question });
  }
  return shown;
}

/** The values of the contact's latest ticket: there the message is recorded. */
async function ticketValues(ctx: DeskContext, contactId: string | null): Promise<Partial<MessageVariables>> {
  if (!contactId) return {};
  const [ticket] = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId)))
    .orderBy(desc(tickets.lastMessageAt), desc(tickets.id))
    .limit(1);
  return ticket ? messageVariables(ctx, ticket.id) : {};
}
