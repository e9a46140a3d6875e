import { sql } from "drizzle-orm";
import { type CompanyDb, type Database, schema } from "../../../../db/index.ts";
import type { StoredRow, StoredRows } from "../../../inbox/stored-rows.ts";
import { Fenced, type Lease } from "../../../ownership/lease.ts";
import { fencedStatements, heldLease, type KeyRow } from "./fenced-statements.ts";

/**
 * `stored` gets the inbox rows that were stored. `onFenced`: called once; the session must end. `onFailed`: a read or
 * write failed; called before the caller gets the error, because the caller may ignore it.
 */
export type StoreHooks = {
  stored?: Pick<StoredRows, "add">;
  onFenced?(): void;
  onFailed?(error: unknown): void;
};

type Batch = { keys: Map<string, KeyRow>; creds: Buffer | null; done: PromiseWithResolvers<void> };

const emptyBatch = (): Batch => ({ keys: new Map(), creds: null, done: Promise.withResolvers<void>() });

/**
 * Writes a session's keys, credentials and inbox, fenced by its lease. One statement runs at a time; writes that
 * arrive meanwhile share the next one. Two owners can never both write.
 */
export class FencedStore {
  readonly lease: Lease;
  readonly #database: Database;
  #next: Batch | null = null;
  #writing: Promise<void> = Promise.resolve();
  #inbox: StoredRow[] = [];
  #fenced: Fenced | null = null;
  readonly #hooks: StoreHooks;

  constructor(database: Database, lease: Lease, hooks: StoreHooks = {}) {
    this.#database = database;
    this.lease = lease;
    this.#hooks = hooks;
  }

  /**
   * Adds the row to the next write, so that the advanced ratchet and the message that it decrypted are committed
   * together.
   */
  append(row: StoredRow): void {
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

  /** Resolves when all earlier writes are committed. */
  flush(): Promise<void> {
    if (!this.#next && this.#inbox.length === 0) return this.#writing;
    return this.#batch().done.promise;
  }

  async readKeys(type: string, ids: string[]): Promise<Map<string, Buffer>> {
    const { companyId, connectionId } = this.lease;
    const rows = await this.#read((db) =>
      db.execute<{ id: string; data: Buffer }>(sql`
        SELECT id, data FROM channel_keys
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND type = ${type}
          AND id = ANY(${sql.param(ids)}::text[])`),
    );
    return new Map(rows.map(({ id, data }) => [id, data]));
  }

  async readCreds(): Promise<Buffer | null> {
    const { companyId, connectionId } = this.lease;
    const [row] = await this.#read((db) =>
      db.execute<{ data: Buffer }>(sql`
        SELECT data FROM channel_credentials WHERE company_id = ${companyId} AND connection_id = ${connectionId}`),
    );
    return row?.data ?? null;
  }

  async readInbox(providerId: string, part: number): Promise<Buffer | null> {
    const { companyId, connectionId } = this.lease;
    const [row] = await this.#read((db) =>
      db.execute<{ plaintext: Buffer }>(sql`
        SELECT plaintext FROM inbox WHERE company_id = ${companyId} AND connection_id = ${connectionId}
          AND provider_id = ${providerId} AND part = ${part}`),
    );
    return row?.plaintext ?? null;
  }

  /** Returns the last `seq` written under this epoch; a restarted session continues from it. */
  async lastSeq(): Promise<number> {
    const { companyId, connectionId, epoch } = this.lease;
    const [row] = await this.#database.company(companyId, (db) =>
      db.execute<{ last: string }>(sql`
        SELECT coalesce(max(seq), 0) AS last FROM inbox
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND epoch = ${epoch}`),
    );
    return Number(row?.last ?? 0);
  }

  /** Returns the number of the phone to link by a pairing code; '' means by QR code. */
  async pairingNumber(): Promise<string> {
    const { companyId, connectionId } = this.lease;
    const [row] = await this.#database.company(companyId, (db) =>
      db.execute<{ number: string }>(sql`
        SELECT pairing_number AS number FROM connection_leases
        WHERE company_id = ${companyId} AND connection_id = ${connectionId}`),
    );
    return row?.number ?? "";
  }

  /** Throws `Fenced` and ends the session when another connector owns the connection. */
  async requireHeld(): Promise<void> {
    const held = await this.#database.company(this.lease.companyId, (db) => db.execute(heldLease(this.lease)));
    if (held.length === 0) throw this.#fence();
  }

  /** Deletes credentials and keys after the device was unlinked. Received messages stay. */
  async wipe(): Promise<void> {
    await this.flush();
    const { companyId, connectionId } = this.lease;
    await this.#database.company(companyId, async (db) => {
      const held = await db.execute(heldLease(this.lease));
      if (held.length === 0) throw this.#fence();
      const ofConnection = sql`company_id = ${companyId} AND connection_id = ${connectionId}`;
      await db.delete(schema.channelCredentials).where(ofConnection);
      await db.delete(schema.channelKeys).where(ofConnection);
    });
  }

  async #read<T>(question: (db: CompanyDb) => Promise<T>): Promise<T> {
    try {
      return await this.#database.company(this.lease.companyId, question);
    } catch (error) {
      this.#hooks.onFailed?.(error);
      throw error;
    }
  }

  #batch(): Batch {
    if (this.#next) return this.#next;
    const batch = emptyBatch();
    this.#next = batch;
    this.#writing = this.#writing.then(() => this.#write(batch));
    return batch;
  }

  /** Never rejects: the error goes to the batch's callers. */
  async #write(batch: Batch): Promise<void> {
    this.#next = null;
    const inbox = this.#inbox.splice(0);
    try {
      if (this.#fenced) throw this.#fenced;
      await this.#store(batch, inbox);
      batch.done.resolve();
      if (inbox.length > 0) this.#hooks.stored?.add(inbox);
    } catch (error) {
      // The library repeats the write of the same ratchet state; the decrypted rows must go with it.
      this.#inbox.unshift(...inbox);
      this.#hooks.onFailed?.(error);
      batch.done.reject(error);
    }
  }

  async #store({ keys, creds }: Batch, inbox: StoredRow[]): Promise<void> {
    const statements = fencedStatements(this.lease, { keys: [...keys.values()], creds, inbox });
    const [held] = await this.#database.statements(this.lease.companyId, statements);
    if (held?.length !== 1) throw this.#fence();
  }

  #fence(): Fenced {
    if (!this.#fenced) {
      this.#fenced = new Fenced(this.lease);
      queueMicrotask(() => this.#hooks.onFenced?.());
    }
    return this.#fenced;
  }
}
