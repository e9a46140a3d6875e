import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createMiddleware } from "hono/factory";

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** A smaller answer fits into one packet anyway. */
const MIN_BYTES = 1_200;
/** Compresses a page of the whole window in a few milliseconds, away from the main thread. */
const BROTLI_QUALITY = 4;

type Encoding = "br" | "gzip";
const encoders: Record<Encoding, (body: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => gzipped(body),
};

/** Returns the first of these encodings that a request accepts; null: it accepts none. */
export function acceptedEncoding(header = "", offered: readonly Encoding[] = ["br", "gzip"]): Encoding | null {
  const accepted = new Set<string>();
  for (const part of header.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return offered.find((encoding) => accepted.has(encoding)) ?? null;
}

/**
 * Compresses large JSON answers. Only for routes whose answers have no secret of the session: the length of a compressed
 * answer tells whether a text that a customer chose is alike to another part of the answer (BREACH).
 */
export const compressJson = createMiddleware(async (c, next) => {
  await next();
  const { res } = c;
  const isJson = res.headers.get("Content-Type")?.startsWith("application/json");
  if (!isJson || res.status !== 200 || res.headers.has("Content-Encoding")) return;
  c.header("Vary", "Accept-Encoding", { append: true });
  const encoding = acceptedEncoding(c.req.header("Accept-Encoding"));
  if (!encoding) return;
  const body = new Uint8Array(await res.arrayBuffer());
  const isLarge = body.length >= MIN_BYTES;
  c.res = new Response(isLarge ? await encoders[encoding](body) : body, res);
  if (!isLarge) return;
  c.header("Content-Encoding", encoding);
  c.res.headers.delete("Content-Length");
});
