import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { type AddressPolicy, refusePrivate, requireAllowed, UntrustedFetchError } from "./address-policy.ts";
import { lookupPublic } from "./private-addresses.ts";

export type UntrustedRequest = AddressPolicy & {
  /** Sent with POST. Without it the request is a GET. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** From the start to the last byte. */
  timeoutMs: number;
  maxBytes: number;
  /** Ends the request, also while the answer is read. */
  signal?: AbortSignal;
  /** How many redirects a GET follows. Default 0: a redirect is an error. */
  maxRedirects?: number;
};

export type UntrustedStream = {
  status: number;
  statusText: string;
  headers: IncomingMessage["headers"];
  /** Fails after `maxBytes` or `timeoutMs`. The caller must read it to the end or destroy it. */
  body: AsyncIterable<Buffer>;
};
export type UntrustedAnswer = Omit<UntrustedStream, "body"> & { body: Buffer };

/** Fetches an address that a stranger, a customer's phone or a company named, and reads the whole answer. */
export async function fetchUntrusted(address: string | URL, request: UntrustedRequest): Promise<UntrustedAnswer> {
  const { body, ...answer } = await fetchUntrustedStream(address, request);
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return { ...answer, body: Buffer.concat(parts) };
}

/**
 * The same as a stream. Throws `UntrustedFetchError` when the address is not allowed, resolves to a private network at
 * connect time, redirects further than `maxRedirects`, or announces more than `maxBytes`.
 */
export async function fetchUntrustedStream(address: string | URL, request: UntrustedRequest): Promise<UntrustedStream> {
  const { maxRedirects = 0, maxBytes } = request;
  const signal = AbortSignal.any([AbortSignal.timeout(request.timeoutMs), ...(request.signal ? [request.signal] : [])]);
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const response = await connect(url, request, signal);
    const { statusCode: status = 0, statusMessage: statusText = "", headers } = response;
    if (status < 300 || status >= 400) {
      if (Number(headers["content-length"] ?? 0) > maxBytes) {
        response.destroy();
        throw new UntrustedFetchError(`the answer is larger than ${maxBytes} bytes`);
      }
      return { status, statusText, headers, body: limited(response, maxBytes) };
    }
    response.destroy();
    if (redirects >= maxRedirects || request.body !== undefined || !headers.location)
      throw new UntrustedFetchError(`the answer is a redirect (${status})`);
    url = new URL(headers.location, url);
  }
}

async function connect(url: URL, request: UntrustedRequest, signal: AbortSignal): Promise<IncomingMessage> {
  requireAllowed(url, request);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { body, headers } = request;
  const sent = (url.protocol === "https:" ? https : http).request(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }) },
    signal,
    agent: false,
    ...(!request.isPrivateAllowed?.(url) && { lookup: lookupPublic(refusePrivate) }),
  });
  sent.on("response", resolve);
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

async function* limited(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new UntrustedFetchError(`the answer is larger than ${maxBytes} bytes`);
    yield part;
  }
}
