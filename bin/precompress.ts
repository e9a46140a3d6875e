import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

const compressible = /\.(js|mjs|css|html|svg|json|webmanifest|wasm)$/;
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1_000;
/** One step below the best: half a percent larger, in a fraction of the time. */
const BROTLI_QUALITY = 10;

/** For a process of its own: the build is synchronous. */
export const precompressProgram = import.meta.filename;

/** Writes a `.br` and a `.gz` beside each file of the built app that becomes smaller by it. The API serves them. */
async function precompress(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compress));
}

async function compress(path: string): Promise<void> {
  const content = readFileSync(path);
  if (content.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const smaller = { br: await brotli(content, { params }), gz: await gzipped(content, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(smaller)) {
    if (bytes.length < content.length) writeFileSync(`${path}.${ending}`, bytes);
  }
}

if (process.argv[1] === import.meta.filename) await precompress(process.argv[2] ?? "");
