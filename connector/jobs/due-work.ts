import type { Logger } from "pino";
import type { ChannelName } from "../../contracts/channels.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import { CHECKS_EVERY_MS } from "../../contracts/marketing/contact-lists.ts";
import type { AskedCompanies, Database, Secret, Secrets } from "../../db/index.ts";
import { openSettingsBox } from "../../domain/account/settings/index.ts";
import {
  companiesWithOpenTurns,
  companiesWithWaitingTickets,
  dueRedirects,
  dueRotations,
  FLOWS_CHANNEL,
  openTurns,
  redirectTicket,
  rotateTicket,
} from "../../domain/desk/automation/index.ts";
import { companiesWithDueSchedules, dueSchedules, sendSchedule } from "../../domain/desk/schedules/index.ts";
import type { DeskContext } from "../../domain/ground/context.ts";
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
import { companiesWithDueMails, type MailRules, sendDueMails } from "../../domain/office/mails/index.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import type { ConnectorConfig } from "../config.ts";
import type { HostedConnection } from "../ownership/hosted-connection.ts";
import type { Ownership } from "../ownership/ownership.ts";
import { answerTicket, type FlowParts } from "./flows/answer-ticket.ts";
import { checkNumbers } from "./number-checks.ts";
import type { DueWork, Found } from "./run-due-work.ts";

/** Items of one company per question, before the next company. */
const MAX_ITEMS = 50;

type Parts = { database: Pick<Database, "platform">; transactions: CompanyTransactions };
type CampaignParts = Parts & { config: Pick<ConnectorConfig, "campaignPauseMs"> };
/** `leaseMs`: how long an attempt holds its mail; only tests shorten it. */
type MailParts = Parts & { secrets: Secret | Secrets; rules: MailRules; leaseMs?: number };
type CheckParts = { ownership: Pick<Ownership, "held">; transactions: CompanyTransactions; logger: Logger };
export type DueWorkParts = CampaignParts & MailParts & CheckParts & FlowParts;

/** Everything that becomes due in companies. New periodic work is a row here. */
export const dueWork = (parts: DueWorkParts): DueWork<Found, unknown>[] => [
  ...deskWork(parts),
  campaignSteps(parts),
  companyMails(parts),
  numberChecks(parts),
  flowTurns(parts),
];

/** Scheduled messages, redirects and rotations. */
export function deskWork({ database: { platform }, transactions }: Parts): DueWork<Found, unknown>[] {
  const row = <Due extends object>(
    kind: string,
    companies: (now: Date, asked: AskedCompanies) => Promise<string[]>,
    due: (ctx: DeskContext, limit: number) => Promise<Due[]>,
    act: (ctx: DeskContext, due: Due) => Promise<unknown>,
  ): DueWork<Found, Due> => ({
    ...{ kind, everyMs: 3_000, atOnce: 1 },
    find: (now) => inCompanies(transactions, (asked) => companies(now, asked)),
    items: (companyId) => transactions.run(companyId, (ctx) => due(ctx, MAX_ITEMS)),
    act: (companyId, one) => transactions.runAndNumber(companyId, (ctx) => act(ctx, one)).catch(ignoreDeleted),
    logged: (ids) => ids,
  });
  const waiting = (what: "redirect" | "rotate") => (_now: Date, asked: AskedCompanies) =>
    companiesWithWaitingTickets(platform, what, asked);
  const scheduled = (now: Date, asked: AskedCompanies) => companiesWithDueSchedules(platform, now, asked);
  return [
    row("scheduled_message", scheduled, dueSchedules, sendSchedule),
    row("redirection", waiting("redirect"), dueRedirects, redirectTicket),
    row("rotation", waiting("rotate"), dueRotations, rotateTicket),
  ];
}

/** Starts due campaigns, sends their messages and ends their unanswered questions. The moments are in the database. */
export function campaignSteps({ database: { platform }, transactions, config }: CampaignParts): DueWork<CampaignWork> {
  const minPauseOf = (channel: ChannelName) => Math.min(config.campaignPauseMs, minPauseMs(channel));
  return {
    ...{ kind: "campaign", everyMs: 3_000, atOnce: 3, asksAgain: true },
    async find(now) {
      const found = await transactions.places.ask((asked) => campaignWork(platform, now, asked));
      return found.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
    },
    act: (companyId, step) =>
      transactions.runAndNumber(companyId, async (ctx) => {
        switch (step.kind) {
          case "timeout":
            return endUnanswered(ctx, step.campaignId);
          case "leave":
            return leaveConnections(ctx, step.campaignId);
          case "send":
            return (await sendNextRecipient(ctx, step, { minPauseOf, clock: () => new Date() })) !== "idle";
          case "finish":
            return finishCampaign(ctx, step.campaignId);
          case "start":
            return startDueCampaign(ctx, step.campaignId);
        }
      }),
    logged: (step) => step,
  };
}

/**
 * Sends the mails of companies. A slow mail server holds up its own company only, and the end of the process by `graceMs`
 * at most: then connections are ended, and a mail whose body was handed over becomes unknown.
 */
export function companyMails(parts: MailParts): DueWork {
  const { database, transactions, secrets, rules, leaseMs } = parts;
  const box = openSettingsBox(secrets);
  return {
    ...{ kind: "mail", everyMs: 2_000, atOnce: 4, isDetached: true, graceMs: 3_000 },
    find: (now) => inCompanies(transactions, (asked) => companiesWithDueMails(database.platform, now, asked)),
    act: (companyId, _company, ending) =>
      sendDueMails({ run: (task) => transactions.runAndNumber(companyId, task), box, rules, leaseMs, ...ending }),
  };
}

/** Checks in small batches whether the numbers of contact lists are on WhatsApp, over the connections held here. */
export function numberChecks(parts: CheckParts): DueWork<Found & { hosted: HostedConnection[] }> {
  return {
    // The connections are held some time after the start.
    ...{ kind: "number_check", everyMs: CHECKS_EVERY_MS, firstAfterMs: CHECKS_EVERY_MS },
    atOnce: Number.POSITIVE_INFINITY,
    async find() {
      const byCompany = Map.groupBy(parts.ownership.held("whatsapp"), ({ lease }) => lease.companyId);
      return [...byCompany].map(([companyId, hosted]) => ({ companyId, hosted }));
    },
    act: (companyId, { hosted }, { isStopping }) => checkNumbers(parts, companyId, hosted, isStopping),
  };
}

/** Sends open turns to the queues' flows: a ticket's turns one after another, and the tickets independently. */
export function flowTurns(parts: FlowParts & Parts): DueWork<Found & { key: string }> {
  const { database, transactions } = parts;
  return {
    // A flow that does not answer blocks one of them.
    ...{ kind: "flow", everyMs: 3_000, wokenBy: FLOWS_CHANNEL, atOnce: 8, isDetached: true },
    async find() {
      const found: { companyId: string; key: string }[] = [];
      const companies = await inCompanies(transactions, (asked) => companiesWithOpenTurns(database.platform, asked));
      for (const { companyId } of companies) {
        const read = async () => {
          const turns = await transactions.run(companyId, (ctx) => openTurns(ctx, MAX_ITEMS));
          found.push(...turns.map(({ ticketId }) => ({ companyId, key: ticketId })));
        };
        // Short: a node that does not answer holds up no other company's tickets.
        await transactions.places.reach(companyId, read, { isShort: true });
      }
      return found;
    },
    act: (companyId, { key }) => answerTicket(parts, companyId, key),
    logged: ({ key: ticketId }) => ({ ticketId }),
  };
}

async function inCompanies(
  { places }: CompanyTransactions,
  question: (asked: AskedCompanies) => Promise<string[]>,
): Promise<Found[]> {
  return (await places.ask(question)).map((companyId) => ({ companyId }));
}

/** The item's subject was deleted meanwhile. */
function ignoreDeleted(err: unknown): void {
  if (!(err instanceof DomainError && err.code.startsWith("ERR_NO_"))) throw err;
}
