import type { Logger } from "pino";
import type { ChannelName } from "../../contracts/channels.ts";
import { type Database, isTransientDbError } from "../../db/index.ts";
import {
  type CampaignWork,
  campaignWork,
  endUnanswered,
  finishCampaign,
  leaveConnections,
  minPauseMs,
  sendNextRecipient,
  startDueCampaign,
} from "../../domain/marketing/campaigns/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { limitTo } from "../concurrency/concurrency-limit.ts";
import { type Polling, startPolling } from "../concurrency/polling.ts";
import type { ConnectorConfig } from "../config.ts";

/** How often the database is asked when no work is due before. */
const EVERY_MS = 1_000;
const COMPANIES_AT_ONCE = 3;

type Parts = {
  database: Pick<Database, "platform">;
  transactions: CompanyTransactions;
  logger: Logger;
  config: Pick<ConnectorConfig, "campaignPauseMs">;
};

/**
 * Starts due campaigns, sends their messages and ends their unanswered questions. Every connector does; locks give each
 * item to one of them, and the moments are in the database.
 */
export function startCampaignLoop(parts: Parts): Polling {
  return startPolling((isStopping) => doCampaignWork(parts, isStopping));
}

/** Does the due work once. Returns the pause in ms until more may be due. */
export async function doCampaignWork(parts: Parts, isStopping = () => false): Promise<number> {
  const { database, transactions, logger } = parts;
  const now = new Date();
  const found = await transactions.places
    .ask((asked) => campaignWork(database.platform, now, asked))
    .catch((err): CampaignWork[] => {
      logger.warn({ event: "campaign_work_failed", err }, "Campaign work was not read; retrying");
      return [];
    });
  const work = found.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const isDue = ({ dueAt }: CampaignWork) => dueAt <= now;
  const atOnce = limitTo(COMPANIES_AT_ONCE);
  const byCompany = Map.groupBy(work.filter(isDue), ({ companyId }) => companyId);
  const moved = await Promise.all(
    [...byCompany.values()].map((items) => atOnce(() => doAll(parts, items, isStopping))),
  );
  if (moved.includes(true)) return 0;
  const [ahead] = work.filter((item) => !isDue(item));
  return ahead ? Math.min(EVERY_MS, Math.max(0, ahead.dueAt.getTime() - Date.now())) : EVERY_MS;
}

/** Returns whether anything was done. */
async function doAll(parts: Parts, items: CampaignWork[], isStopping: () => boolean): Promise<boolean> {
  let hasMoved = false;
  for (const item of items) {
    if (isStopping()) return false;
    try {
      if (await act(parts, item)) hasMoved = true;
    } catch (err) {
      const level = isTransientDbError(err) ? "warn" : "error";
      parts.logger[level]({ event: "campaign_item_failed", err, item }, "Campaign work failed; retrying");
    }
  }
  return hasMoved;
}

async function act({ transactions, config }: Parts, item: CampaignWork): Promise<boolean> {
  const { companyId, campaignId } = item;
  const minPauseOf = (channel: ChannelName) => Math.min(config.campaignPauseMs, minPauseMs(channel));
  return transactions.runAndNumber(companyId, async (ctx) => {
    switch (item.kind) {
      case "timeout":
        return endUnanswered(ctx, campaignId);
      case "leave":
        return leaveConnections(ctx, campaignId);
      case "send":
        return (await sendNextRecipient(ctx, item, { minPauseOf, clock: () => new Date() })) !== "idle";
      case "finish":
        return finishCampaign(ctx, campaignId);
      case "start":
        return startDueCampaign(ctx, campaignId);
    }
  });
}
