import { buffer } from "node:stream/consumers";
import type { makeWASocket } from "@whiskeysockets/baileys";
import { fetchUntrustedStream, type UntrustedRequest } from "../../../outside/untrusted-fetch/index.ts";

type FetchOptions = NonNullable<Parameters<typeof makeWASocket>[0]["options"]>;

/** The part of an undici dispatcher and of its handlers that Node's `fetch` uses. */
type Dispatch = { origin: string | URL; path: string; method: string };
type Handler = {
  onConnect(abort: (reason?: Error) => void): void;
  onHeaders(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean;
  onData(chunk: Buffer): boolean;
  onComplete(trailers: null): void;
  onError(error: Error): void;
};

/**
 * Returns options for the library's own fetches (history and app state), whose hosts the customer's phone chooses.
 * The library calls the global `fetch` with this dispatcher, which requests through `fetchUntrusted`.
 */
export function libraryFetchOptions(request: UntrustedRequest): FetchOptions {
  const dispatcher = {
    dispatch(to: Dispatch, handler: Handler): boolean {
      const ending = new AbortController();
      handler.onConnect((reason) => ending.abort(reason));
      void answer(to, handler, ending.signal).catch((error) => handler.onError(error));
      return true;
    },
  };
  return { dispatcher } as FetchOptions;

  /** Reads the whole body, so that the handler needs no back pressure; `maxBytes` bounds it. */
  async function answer({ origin, path, method }: Dispatch, handler: Handler, ended: AbortSignal): Promise<void> {
    if (method !== "GET") throw new Error(`the library sends ${method} to ${origin}`);
    const { status, statusText, headers, body } = await fetchUntrustedStream(new URL(path, origin), request);
    const content = await buffer(body);
    if (ended.aborted) return;
    const rawHeaders = Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from(name),
      Buffer.from(String(value)),
    ]);
    handler.onHeaders(status, rawHeaders, () => {}, statusText);
    handler.onData(content);
    handler.onComplete(null);
  }
}
