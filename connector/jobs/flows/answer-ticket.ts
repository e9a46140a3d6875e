import type { Logger } from "pino";
import type { schema } from "../../../db/index.ts";
import { claimTurn, type FlowAnswer, type FlowTurn, finishTurn } from "../../../domain/desk/automation/index.ts";
import { storeFile } from "../../../domain/desk/files/index.ts";
import { derivedId } from "../../../domain/ground/derived-id.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { type AddressPolicy, fetchUntrusted } from "../../../outside/untrusted-fetch/index.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { askFlow } from "./typebot.ts";

const FILE_TIMEOUT_MS = 10_000;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** A flow's author often links to a file that its store moves. */
const MAX_FILE_REDIRECTS = 3;

export type FlowParts = {
  transactions: CompanyTransactions;
  files: FileStore;
  logger: Logger;
  /** The hosts that flows and their files may be on. */
  hosts: AddressPolicy;
};

/** Sends a ticket's open turns to its queue's flow, one after another, until there is none that no connector has claimed. */
export async function answerTicket(parts: FlowParts, companyId: string, ticketId: string): Promise<void> {
  const { transactions } = parts;
  for (;;) {
    const turn = await transactions.runAndNumber(companyId, (ctx) => claimTurn(ctx, ticketId));
    if (!turn) return;
    const outcome = await requestReply(parts, companyId, turn);
    await transactions.runAndNumber(companyId, (ctx) => finishTurn(ctx, turn, outcome));
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
