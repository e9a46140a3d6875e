import type { Command, CommandResult } from "../../../contracts/commands/index.ts";
import type { CollectionName, StreamEvent } from "../../../contracts/sync.ts";
import { latency } from "../../../contracts/testing/latency.ts";
import type { ApiFetch, OpenStream } from "../desk-types.ts";
import { createFakeDocuments, Refused } from "./fake-documents.ts";
import { createFakePulls } from "./fake-pulls.ts";
import { createFakeUploads } from "./fake-uploads.ts";

type Refusal = { code: string; details: unknown };
const none = { code: null, details: undefined };
export type FakeServer = ReturnType<typeof createFakeServer>;

/**
 * An in-memory server for the sync contracts with a network that can be cut. It has no business rules: a test defines
 * the effect of commands in `onCommand`.
 */
export function createFakeServer() {
  const documents = createFakeDocuments();
  const { rev, put, remove, message, chatMessage, thread, chatThread } = documents;
  const answers = new Map<string, CommandResult>();
  const listeners = new Set<(event: StreamEvent) => void>();
  const server = {
    online: true,
    scope: "scope-1",
    /** Checkpoints below are too old. */
    logStart: 0,
    applied: [] as Command[],
    requests: [] as string[],
    batches: [] as Command[][],
    files: new Map<string, Uint8Array>(),
    /** Drops the request or the answer. */
    fault: (_path: string): "request" | "answer" | null => null,
    /** Returns a refusal's code, also with its details, or nothing. */
    onCommand: (_command: Command): string | Refusal | undefined => undefined,
    /** Returns a status for the whole batch, or nothing. */
    onBatch: (_commands: Command[]): number | undefined => undefined,
    ...{ rev, put, remove, message, chatMessage },
    poke: (...collections: CollectionName[]) => emit({ type: "poke", collections, rev: rev() }),
    emit,
    apiFetch: (async (path, init) => {
      const url = new URL(path, "http://desk.test");
      server.requests.push(`${init?.method ?? "GET"} ${url.pathname}`);
      await latency(1);
      init?.signal?.throwIfAborted();
      const fault = server.fault(url.pathname);
      if (!server.online || fault === "request") throw new TypeError("The network is down.");
      const answer = await answerTo(url, init);
      if (!server.online || fault === "answer") throw new TypeError("The answer was lost.");
      return answer;
    }) satisfies ApiFetch as ApiFetch,
    openStream: ((onEvent, onState) => {
      listeners.add(onEvent);
      queueMicrotask(() => onState(true));
      return () => listeners.delete(onEvent);
    }) satisfies OpenStream as OpenStream,
  };
  const pulls = createFakePulls(documents, server);
  const takeUpload = createFakeUploads(server.files);

  function emit(event: StreamEvent) {
    for (const listener of listeners) listener(event);
  }

  async function answerTo(url: URL, init: RequestInit | undefined): Promise<Response> {
    const [, area, name = ""] = url.pathname.split("/");
    if (area === "uploads") return Response.json(await takeUpload(name, url, init));
    if (area === "media") return new Response(new Blob([`file ${name}`]));
    if (name === "commands") return Response.json(takeCommands(init));
    if (name === "changes") return Response.json(pulls.changes(url.searchParams));
    const ids = url.searchParams.get("ids");
    const from = url.searchParams.get("before");
    if (name === "threads" && ids !== null && from !== null)
      return Response.json({ documents: [documents.olderMessages(ids, from)] });
    if (name === "threads" && ids !== null) {
      const present = ids.split(",").filter(documents.hasThread);
      return Response.json({ documents: present.map((id) => thread(id, null)) });
    }
    if (name === "chatThreads" && ids !== null) {
      const before = Number(url.searchParams.get("before") ?? Number.POSITIVE_INFINITY);
      const present = ids.split(",").filter(documents.hasChatThread);
      return Response.json({ documents: present.map((id) => chatThread(id, null, before)) });
    }
    return Response.json(pulls.pull(name as CollectionName, url.searchParams));
  }

  function takeCommands(init: RequestInit | undefined) {
    const { commands } = JSON.parse(String(init?.body)) as { commands: Command[] };
    server.batches.push(commands);
    const status = server.onBatch(commands);
    if (status) throw new Refused(status, status === 400 ? "ERR_VALIDATION" : "ERR_INTERNAL");
    return { results: commands.map(takeCommand) };
  }

  function takeCommand(command: Command): CommandResult {
    const known = answers.get(command.id);
    if (known) return { ...known, status: "duplicate" };
    const refusal = server.onCommand(command) ?? null;
    const { code, details } = typeof refusal === "string" ? { code: refusal, details: undefined } : (refusal ?? none);
    if (!code) server.applied.push(command);
    const answer: CommandResult = {
      id: command.id,
      status: code ? "rejected" : "applied",
      rev: code ? null : rev(),
      code,
      ...(details !== undefined && { details }),
    };
    answers.set(command.id, answer);
    return answer;
  }

  return server;
}
