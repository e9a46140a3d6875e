import { request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import type { SecureContextOptions } from "node:tls";
import * as v from "valibot";
import { MebiByte } from "../../contracts/desk/messages.ts";
import { PROVIDER_MS } from "./provider.ts";

/** The longest answer, a list of 100 payments, has about 200 kB. */
const MAX_ANSWER_BYTES = MebiByte;

/** A call that a provider refused or did not answer. It is logged: it has neither address, key nor answer. */
export class ProviderError extends Error {
  /** The HTTP status; 0: no answer in time, or one that cannot be read. */
  readonly status: number;

  constructor(provider: string, status: number) {
    super(status === 0 ? `${provider} gave no answer that can be read` : `${provider} answered ${status}`);
    this.name = "ProviderError";
    this.status = status;
  }
}

/** An amount as a JSON number in BRL, read as integer cents. */
export const AmountInCents = v.pipe(
  v.number(),
  v.minValue(0),
  v.transform((amount) => Math.round(amount * 100)),
);

type Caller = {
  /** The provider's name, for errors. */
  provider: string;
  url: string;
  /** The client's certificate, where the provider asks for one. */
  certificate?: SecureContextOptions;
  timeoutMs?: number;
};
type Call = { query?: Record<string, string>; headers: Record<string, string>; body?: unknown };

/**
 * Returns a function that calls a provider with JSON. It throws `ProviderError` for a status other than 2xx, a redirect,
 * an answer of another shape, one that is too long, and after `timeoutMs`.
 *
 * It uses `node:https` because the global `fetch` has no way to send a client certificate.
 */
export function openProviderCall({ provider, url, certificate = {}, timeoutMs = PROVIDER_MS }: Caller) {
  return async <S extends v.GenericSchema>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    answer: S,
    { query = {}, headers, body }: Call,
  ): Promise<v.InferOutput<S>> => {
    const search = new URLSearchParams(query).toString();
    const address = new URL(`${url}${path}${search && `?${search}`}`);
    const content = body === undefined ? undefined : JSON.stringify(body);
    const { status, text } = await ask(address, content, {
      ...certificate,
      method,
      headers: {
        accept: "application/json",
        "user-agent": "balcao",
        ...(content === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(content) }),
        ...headers,
      },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      // The original error may contain the address.
      throw new ProviderError(provider, 0);
    });
    if (status < 200 || status > 299) throw new ProviderError(provider, status);
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), text);
    if (!parsed.success) throw new ProviderError(provider, 0);
    return parsed.output;
  };
}

/** Sends a request and reads the answer, up to `MAX_ANSWER_BYTES`. */
function ask(address: URL, content: string | undefined, options: RequestOptions) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = address.protocol === "https:" ? requestHttps : requestHttp;
    const asked = request(address, options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on("data", (part: Buffer) => {
        size += part.length;
        if (size > MAX_ANSWER_BYTES) response.destroy(new RangeError("the answer is too long"));
        else parts.push(part);
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    asked.on("error", reject);
    asked.end(content);
  });
}

/** Turns "the provider does not know it" into null. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404) return null;
    throw error;
  }
}
