import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";

/** Ours and our neighbours': no address that somebody typed may lead there. */
const inner = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  inner.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  inner.addSubnet(net, prefix, "ipv6");

export class OutsideError extends Error {}

const isInner = (address: string): boolean => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return inner.check(mapped ?? address, isIP(mapped ?? address) === 6 ? "ipv6" : "ipv4");
};

/** Looked at when the connection is made, not before: a name may mean another address by then. */
function lookupOutside(
  host: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
): void {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const blocked = found.some(({ address }) => isInner(address));
    done(blocked ? new OutsideError("the address leads into our own network") : null, blocked ? [] : found);
  });
}

export type OutsideRequest = {
  /** Sent as JSON; without it the request is a GET. */
  json?: unknown;
  timeoutMs: number;
  mostBytes: number;
  /** Origins of this machine that may be reached all the same: "http://127.0.0.1:9000". */
  allowed: readonly string[];
  /** Where a redirection may lead; without it to any host outside. */
  isAllowed?(url: URL): boolean;
};
export type OutsideAnswer = { status: number; type: string; body: Buffer };

const MOST_REDIRECTS = 3;

/**
 * Asks a host that a company named. Throws `OutsideError` when the address leads into our own network, or the answer is
 * too large or too late.
 */
export async function askOutside(address: string, request: OutsideRequest): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const { location, ...answer } = await askOnce(url, request, signal);
    const isRedirect = answer.status >= 300 && answer.status < 400 && location !== undefined;
    // What is posted is not posted elsewhere.
    if (!isRedirect || request.json !== undefined) return answer;
    if (redirects === MOST_REDIRECTS) throw new OutsideError("too many redirections");
    url = new URL(location, url);
    if (request.isAllowed?.(url) === false) throw new OutsideError("the redirection leads elsewhere");
  }
}

function askOnce(
  url: URL,
  { json, mostBytes, allowed }: OutsideRequest,
  signal: AbortSignal,
): Promise<OutsideAnswer & { location?: string }> {
  const isAllowed = allowed.includes(url.origin);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new OutsideError("no address of the web");
  if (!isAllowed && isIP(host) !== 0 && isInner(host)) throw new OutsideError("the address leads into our own network");
  const body = json === undefined ? undefined : JSON.stringify(json);
  const { promise, resolve, reject } = Promise.withResolvers<OutsideAnswer & { location?: string }>();
  const sent = (url.protocol === "https:" ? https : http).request(
    url,
    {
      method: body === undefined ? "GET" : "POST",
      headers:
        body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      signal,
      agent: false,
      ...(!isAllowed && { lookup: lookupOutside as never }),
    },
    (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on("data", (part: Buffer) => {
        size += part.length;
        if (size > mostBytes) response.destroy(new OutsideError("the answer is too large"));
        else parts.push(part);
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          body: Buffer.concat(parts),
          location: response.headers.location,
        }),
      );
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}
