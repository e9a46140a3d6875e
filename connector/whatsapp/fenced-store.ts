import { sql } from "drizzle-orm";
import { type Database, schema } from "../../db/index.ts";
import { Fenced, type Lease } from "../lease.ts";

export type KeyRow = { type: string; id: string; data: Buffer | null };

export type InboxRow = {
  providerId: string;
  /** A group message can carry a sender key and its text in two encrypted parts. */
  part: number;
  seq: number;
  attrs: Record<string, string>;
  plaintext: Buffer;
};

/** `onInbox`: rows were added. `onFenced`: told once, the session must end. */
export type StoreHooks = { onInbox?(): void; onFenced?(): void };

type Batch = { keys: Map<string, KeyRow>; creds: Buffer | null; done: PromiseWithResolvers<void> };

const emptyBatch = (): Batch => ({ keys: new Map(), creds: null, done: Promise.withResolvers<void>() });

/**
 * Writes a session's keys, credentials and inbox, fenced by its lease: one statement at a time, and what comes in
 * meanwhile shares the next. Nothing is ever written by two owners.
 */
export class FencedStore {
  readonly lease: Lease;
  readonly #database: Database;
  #next: Batch | null = null;
  #writing: Promise<void> = Promise.resolve();
  #inbox: InboxRow[] = [];
  #fenced: Fenced | null = null;
  readonly #hooks: StoreHooks;

  constructor(database: Database, lease: Lease, hooks: StoreHooks = {}) {
    this.#database = database;
    this.lease = lease;
    this.#hooks = hooks;
  }

  /** Rides on the next write: the ratchet that has moved on and what it decrypted are committed together or not at all. */
  append(row: InboxRow): void {
    this.#inbox.push(row);
  }

  putKeys(rows: Iterable<KeyRow>): Promise<void> {
    const batch = this.#batch();
    for (const row of rows) batch.keys.set(`${row.type} ${row.id}`, row);
    return batch.done.promise;
  }

  putCreds(data: Buffer): Promise<void> {
    const batch = this.#batch();
    batch.creds = data;
    return batch.done.promise;
  }

  /** Resolves when everything handed over before is in the database. */
  flush(): Promise<void> {
    if (!this.#next && this.#inbox.length === 0) return this.#writing;
    return this.#batch().done.promise;
  }

  async readKeys(type: string, ids: string[]): Promise<Map<string, Buffer>> {
    const { companyId, connectionId } = this.lease;
    const rows = await this.#database.company(companyId, (db) =>
      db.execute<{ id: string; data: Buffer }>(sql`
        SELECT id, data FROM channel_keys
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND type = ${type}
          AND id = ANY(${sql.param(ids)}::text[])`),
    );
    return new Map(rows.map(({ id, data }) => [id, data]));
  }

  async readCreds(): Promise<Buffer | null> {
    const { companyId, connectionId } = this.lease;
    const [row] = await this.#database.company(companyId, (db) =>
      db.execute<{ data: Buffer }>(sql`
        SELECT data FROM channel_credentials WHERE company_id = ${companyId} AND connection_id = ${connectionId}`),
    );
    return row?.data ?? null;
  }

  async readInbox(providerId: string, part: number): Promise<Buffer | null> {
    const { companyId, connectionId } = this.lease;
    const [row] = await this.#database.company(companyId, (db) =>
      db.execute<{ plaintext: Buffer }>(sql`
        SELECT plaintext FROM inbox WHERE company_id = ${companyId} AND connection_id = ${connectionId}
          AND provider_id = ${providerId} AND part = ${part}`),
    );
    return row?.plaintext ?? null;
  }

  /** The last `seq` written under this epoch: a session that starts again goes on counting from there. */
  async lastSeq(): Promise<number> {
    const { companyId, connectionId, epoch } = this.lease;
    const [row] = await this.#database.company(companyId, (db) =>
      db.execute<{ last: string }>(sql`
        SELECT coalesce(max(seq), 0) AS last FROM inbox
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND epoch = ${epoch}`),
    );
    return Number(row?.last ?? 0);
  }

  /** Forgets the identity: the device is no longer linked. What was received stays. */
  async wipe(): Promise<void> {
    await this.flush();
    const { companyId, connectionId } = this.lease;
    await this.#database.company(companyId, async (db) => {
      const held = await db.execute(sql`SELECT 1 FROM (${this.#held()}) AS held`);
      if (held.length === 0) throw this.#fence();
      await db.delete(schema.channelCredentials).where(sql`connection_id = ${connectionId}`);
      await db.delete(schema.channelKeys).where(sql`connection_id = ${connectionId}`);
    });
  }

  #batch(): Batch {
    if (this.#next) return this.#next;
    const batch = emptyBatch();
    this.#next = batch;
    this.#writing = this.#writing.then(() => this.#write(batch));
    return batch;
  }

  /** Never rejects: the batch's callers hear of it. */
  async #write(batch: Batch): Promise<void> {
    this.#next = null;
    const inbox = this.#inbox.splice(0);
    try {
      if (this.#fenced) throw this.#fenced;
      await this.#store(batch, inbox);
      batch.done.resolve();
      if (inbox.length > 0) this.#hooks.onInbox?.();
    } catch (error) {
      // The same ratchet state will be offered again; what it decrypted must still ride along.
      this.#inbox.unshift(...inbox);
      batch.done.reject(error);
    }
  }

  async #store(batch: Batch, inbox: InboxRow[]): Promise<void> {
    const { companyId, connectionId, epoch } = this.lease;
    const rows = [...batch.keys.values()];
    const kept = rows.flatMap(({ type, id, data }) => (data ? [{ type, id, data }] : []));
    const gone = rows.filter(({ data }) => data === null);
    // As text: the driver takes an array of buffers for one bytea.
    const list = (values: unknown[]) => sql.param(values);
    const held = await this.#database.company(companyId, (db) =>
      db.execute(sql`
        WITH held AS (${this.#held()}),
        kept AS (
          INSERT INTO channel_keys (company_id, connection_id, type, id, data)
          SELECT ${companyId}::uuid, ${connectionId}::uuid, k.type, k.id, decode(k.data, 'hex')
          FROM held, unnest(${list(kept.map(({ type }) => type))}::text[], ${list(kept.map(({ id }) => id))}::text[],
            ${list(kept.map(({ data }) => data.toString("hex")))}::text[]) AS k (type, id, data)
          ON CONFLICT (company_id, connection_id, type, id) DO UPDATE SET data = excluded.data
        ), gone AS (
          DELETE FROM channel_keys k USING held,
            unnest(${list(gone.map(({ type }) => type))}::text[], ${list(gone.map(({ id }) => id))}::text[]) AS g (type, id)
          WHERE k.company_id = ${companyId}::uuid AND k.connection_id = ${connectionId}::uuid AND k.type = g.type AND k.id = g.id
        ), creds AS (
          INSERT INTO channel_credentials (company_id, connection_id, data, updated_at)
          SELECT ${companyId}::uuid, ${connectionId}::uuid, c.data, now()
          FROM held, (SELECT ${batch.creds}::bytea AS data) AS c WHERE c.data IS NOT NULL
          ON CONFLICT (company_id, connection_id) DO UPDATE SET data = excluded.data, updated_at = now()
        ), received AS (
          INSERT INTO inbox (company_id, connection_id, provider_id, part, epoch, seq, attrs, plaintext)
          SELECT ${companyId}::uuid, ${connectionId}::uuid, i.provider_id, i.part, ${epoch}::bigint, i.seq, i.attrs::jsonb, decode(i.plaintext, 'hex')
          FROM held, unnest(${list(inbox.map(({ providerId }) => providerId))}::text[], ${list(inbox.map(({ part }) => part))}::int[],
            ${list(inbox.map(({ seq }) => seq))}::bigint[], ${list(inbox.map(({ attrs }) => JSON.stringify(attrs)))}::text[],
            ${list(inbox.map(({ plaintext }) => plaintext.toString("hex")))}::text[]) AS i (provider_id, part, seq, attrs, plaintext)
          ON CONFLICT DO NOTHING
        )
        SELECT 1 FROM held`),
    );
    if (held.length === 0) throw this.#fence();
  }

  /** The lease's row, locked: it cannot be claimed between this look and our commit. */
  #held() {
    const { companyId, connectionId, epoch, owner } = this.lease;
    return sql`SELECT 1 FROM connection_leases WHERE company_id = ${companyId}::uuid AND connection_id = ${connectionId}::uuid
      AND epoch = ${epoch}::bigint AND owner = ${owner} FOR SHARE`;
  }

  #fence(): Fenced {
    if (!this.#fenced) {
      this.#fenced = new Fenced(this.lease);
      queueMicrotask(() => this.#hooks.onFenced?.());
    }
    return this.#fenced;
  }
}
