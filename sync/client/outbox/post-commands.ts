import {
  COMMANDS_ENCODING,
  type CommandAnswer,
  PREFERS_SHORT,
  resultsOf,
} from "../../../contracts/commands/command-answer.ts";
import type { CommandResult } from "../../../contracts/commands/index.ts";
import type { ApiFetch } from "../desk-types.ts";
import { refusalOf } from "../refusal.ts";
import type { OutboxRecord } from "./entry.ts";

/** A server that cannot decompress the body: an older one answers that its JSON is malformed. */
const isBodyRefused = (error: unknown) => [400, 415].includes(refusalOf(error).status ?? 0);

export type PostCommands = (batch: readonly OutboxRecord[]) => Promise<CommandResult[]>;

/**
 * Returns the function that sends commands and returns their results. The body is compressed if the last answer said
 * that the server accepts it; a server that does not read it gets it again as it is.
 */
export function createPostCommands({ apiFetch, signal }: { apiFetch: ApiFetch; signal: AbortSignal }): PostCommands {
  let isAccepted = false;
  /** The server, or a proxy before it, refuses compressed bodies. */
  let isRefused = false;

  const post = (body: BodyInit, encoding: Record<string, string> = {}) =>
    apiFetch("/sync/commands", {
      method: "POST",
      headers: { "content-type": "application/json", prefer: PREFERS_SHORT, ...encoding },
      body,
      signal,
    });

  async function postShortest(text: string): Promise<Response> {
    const compressed = isAccepted && !isRefused ? await deflated(text) : null;
    if (!compressed) return post(text);
    try {
      return await post(compressed, { "content-encoding": COMMANDS_ENCODING });
    } catch (error) {
      if (!isBodyRefused(error)) throw error;
      const response = await post(text);
      isRefused = true;
      return response;
    }
  }

  return async (batch) => {
    const commands = batch.map(({ id, type, payload, createdAt }) => ({ id, type, payload, createdAt }));
    const response = await postShortest(JSON.stringify({ commands }));
    isAccepted = response.headers.get("accept-encoding")?.includes(COMMANDS_ENCODING) ?? false;
    return resultsOf(commands, (await response.json()) as CommandAnswer);
  };
}

/** Null: the browser cannot compress. */
async function deflated(text: string): Promise<ArrayBuffer | null> {
  if (typeof CompressionStream === "undefined") return null;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(COMMANDS_ENCODING));
  return new Response(stream).arrayBuffer();
}
