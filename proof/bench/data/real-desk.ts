import { createHash, randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import postgres from "postgres";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { type Company, company } from "./generate.ts";
import { fillInPlaceWith, loadCompanies, password } from "./load.ts";
import { type SeededRandom, seededRandom } from "./random-text.ts";

/** `tickets` in all companies, with 20 messages each on average; bytes of all files; keys of each linked number. */
export type RealDeskSize = { tickets: number; fileBytes: number; keysEach: number };

export type RealDesk = { companies: Company[]; files: number; fileBytes: number };

/** The share of the tickets, and the linked numbers, of each company. */
const shares = [
  { name: "Atacado", share: 0.6, numbers: 12 },
  { name: "Clinica", share: 0.3, numbers: 6 },
  { name: "Oficina", share: 0.1, numbers: 2 },
];
/** The seed of the first company; the data sets of the bench use the smaller ones. */
const SEED = 11;
const KEY_DIGESTS = 16;
const MB = 1_000_000;
/** Files of sizes at which a reader of streams might err. */
const edges = [1, 65_535, 65_536, 65_537];
const POOL_BYTES = 32 * MB;

/**
 * Fills a migrated, empty database and a store of files like a desk that works: three companies with 20 linked numbers and
 * their keys, tickets, messages and files. `isInPlace`: with triggers and indexes in place, as on several nodes.
 */
export async function fillRealDesk(
  ownerUrl: string,
  store: Pick<FileStore, "put">,
  size: RealDeskSize,
  isInPlace = false,
): Promise<RealDesk> {
  const [now, passwordHash] = [Date.now(), await hash(password)];
  const companies = shares.map(({ name, share }, at) =>
    company(SEED + at, name, Math.max(1, Math.round(size.tickets * share)), now, passwordHash),
  );
  if (isInPlace) await fillInPlaceWith(ownerUrl, companies);
  else await loadCompanies(ownerUrl, companies);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    for (const [at, one] of companies.entries()) await linkNumbers(sql, one, shares[at]?.numbers ?? 1, size.keysEach);
    return { companies, ...(await storeFiles(sql, store, companies, size.fileBytes)) };
  } finally {
    await sql.end();
  }
}

/** A company has one connection already. */
async function linkNumbers(sql: postgres.Sql, { id }: Company, numbers: number, keysEach: number): Promise<void> {
  for (let at = 1; at < numbers; at += 1) {
    const [made] = await sql<{ id: string }[]>`insert into connections (company_id, id, name, status)
      values (${id}, gen_random_uuid(), ${`Loja ${at}`}, 'CONNECTED') returning id`;
    await sql`insert into connection_leases (company_id, connection_id, desired) values (${id}, ${made?.id ?? ""}, 'down')`;
  }
  const connections = await sql<{ id: string }[]>`select id from connections where company_id = ${id}`;
  // Digests do not compress, like encrypted keys.
  for (const { id: connectionId } of connections)
    await sql`insert into channel_keys (company_id, connection_id, type, id, data)
      select ${id}::uuid, ${connectionId}::uuid, (array['pre-key', 'session', 'sender-key'])[1 + n % 3], n::text,
        (select string_agg(sha256((${connectionId} || n || ':' || part)::bytea), '') from generate_series(1, ${KEY_DIGESTS}) part)
      from generate_series(1, ${keysEach}) n`;
}

async function storeFiles(sql: postgres.Sql, store: Pick<FileStore, "put">, companies: Company[], wanted: number) {
  const random = seededRandom(SEED);
  const pool = randomBytes(Math.min(POOL_BYTES, Math.max(wanted, MB)));
  let [files, fileBytes] = [0, 0];
  while (fileBytes < wanted) {
    const of = companies[files % companies.length] as Company;
    const size = Math.min(edges[files] ?? someSize(random), pool.length);
    const id = random.id(of.since + files);
    const start = random.below(pool.length - size + 1);
    const content = pool.subarray(start, start + size);
    const sha256 = createHash("sha256").update(content).digest("hex");
    await sql`insert into files (company_id, id, name, mimetype, kind, size, sha256, is_complete)
      values (${of.id}, ${id}, ${`arquivo-${files}.bin`}, 'application/octet-stream', 'document', ${size}, ${sha256}, true)`;
    await store.put(of.id, id, [content]);
    files += 1;
    fileBytes += size;
  }
  return { files, fileBytes };
}

/** Most are pictures and voice notes, some documents, few videos. */
function someSize(random: SeededRandom): number {
  const kind = random.next();
  if (kind < 0.7) return 20_000 + random.below(180_000);
  return kind < 0.95 ? 200_000 + random.below(2 * MB) : 2 * MB + random.below(14 * MB);
}
