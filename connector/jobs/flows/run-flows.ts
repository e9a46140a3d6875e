import type { Logger } from "pino";
import { type Database, isTransientDbError, type schema } from "../../../db/index.ts";
import {
  claimTurn,
  companiesWithOpenTurns,
  FLOWS_CHANNEL,
  type FlowAnswer,
  type FlowTurn,
  finishTurn,
  openTurns,
} from "../../../domain/desk/automation/index.ts";
import { storeFile } from "../../../domain/desk/files/index.ts";
import { derivedId } from "../../../domain/ground/derived-id.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { type AddressPolicy, fetchUntrusted } from "../../../outside/untrusted-fetch/index.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { limitTo } from "../../concurrency/concurrency-limit.ts";
import { askFlow } from "./typebot.ts";

const EVERY_MS = 3_000;
/** Turns of one company per poll, before the next company. */
const TURNS_PER_POLL = 50;
/** Concurrent turns; a flow that does not answer blocks one of them. */
const CONCURRENCY = 8;
const FILE_TIMEOUT_MS = 10_000;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** A flow's author often links to a file that its store moves. */
const MAX_FILE_REDIRECTS = 3;

export type FlowParts = {
  database: Database;
  transactions: CompanyTransactions;
  files: FileStore;
  logger: Logger;
  /** The hosts that flows and their files may be on. */
  hosts: AddressPolicy;
};

/** Sends open turns to the queues' flows. Every connector does; locks give each turn to one of them. */
export async function startFlows(parts: FlowParts): Promise<{ stop(): Promise<void> }> {
  const { logger, database } = parts;
  const runner = openFlowRunner(parts);
  const poll = () =>
    void runner.poll().catch((err) => logger.warn({ event: "flow_poll_failed", err }, "Flow poll failed; retrying"));
  const subscription = await database.listen(FLOWS_CHANNEL, poll);
  const timer = setInterval(poll, EVERY_MS);
  timer.unref();
  poll();
  return {
    async stop() {
      clearInterval(timer);
      await subscription.unlisten();
      await runner.settled();
    },
  };
}

/**
 * Processes the open turns that no connector has claimed: a ticket's turns one after another, and the tickets
 * independently.
 */
export function openFlowRunner(parts: FlowParts) {
  const { database, transactions } = parts;
  const inTurn = limitTo(CONCURRENCY);
  const running = new Map<string, Promise<void>>();
  async function begin(companyId: string): Promise<void> {
    for (const { ticketId } of await transactions.run(companyId, (ctx) => openTurns(ctx, TURNS_PER_POLL))) {
      if (running.has(ticketId)) continue;
      const run = inTurn(() => answerTicket(parts, companyId, ticketId)).finally(() => running.delete(ticketId));
      running.set(ticketId, run);
    }
  }

  return {
    async poll(): Promise<void> {
      const { places } = transactions;
      for (const companyId of await places.ask((asked) => companiesWithOpenTurns(database.platform, asked)))
        await places.reach(companyId, () => begin(companyId));
    },
    async settled(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

async function answerTicket(parts: FlowParts, companyId: string, ticketId: string): Promise<void> {
  const { transactions, logger } = parts;
  try {
    for (;;) {
      const turn = await transactions.runAndNumber(companyId, (ctx) => claimTurn(ctx, ticketId));
      if (!turn) return;
      const outcome = await requestReply(parts, companyId, turn);
      await transactions.runAndNumber(companyId, (ctx) => finishTurn(ctx, turn, outcome));
    }
  } catch (err) {
    if (!isTransientDbError(err))
      logger.error({ event: "flow_answer_failed", err, companyId, ticketId }, "Flow answer was not applied");
  }
}

async function requestReply(parts: FlowParts, companyId: string, turn: FlowTurn): Promise<FlowAnswer> {
  try {
    const reply = await askFlow(turn, parts.hosts);
    const files = new Map<string, FileRow>();
    for (const step of reply.steps) {
      const file =
        step.type === "media" && !files.has(step.url) ? await fetchFile(parts, companyId, turn, step.url) : null;
      if (file && step.type === "media") files.set(step.url, file);
    }
    return { reply, files };
  } catch (err) {
    parts.logger.warn(
      { event: "flow_unreachable", err, companyId, ticketId: turn.ticketId },
      "Flow did not answer; handing the ticket over to the agents",
    );
    return undefined;
  }
}

type FileRow = typeof schema.files.$inferSelect;

/** Downloads a file of a flow; returns null when that fails. The same address in the same turn gives the same file. */
async function fetchFile(
  { transactions, files, logger, hosts }: FlowParts,
  companyId: string,
  turn: FlowTurn,
  url: string,
): Promise<FileRow | null> {
  try {
    const limits = { timeoutMs: FILE_TIMEOUT_MS, maxBytes: MAX_FILE_BYTES, maxRedirects: MAX_FILE_REDIRECTS };
    const { status, body } = await fetchUntrusted(url, { ...hosts, ...limits });
    if (status !== 200 || body.length === 0) return null;
    const name = decodeURIComponent(new URL(url).pathname.split("/").at(-1) || "arquivo").slice(0, 100);
    return await transactions.run(companyId, (ctx) =>
      storeFile(ctx, files, { id: derivedId(`file of a flow ${turn.id} ${url}`), name, bytes: body }),
    );
  } catch (err) {
    logger.warn({ event: "flow_file_failed", err, companyId, ticketId: turn.ticketId }, "Flow's file was not fetched");
    return null;
  }
}
