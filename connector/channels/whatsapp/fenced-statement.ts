import { type SQL, sql } from "drizzle-orm";
import type { Lease } from "../../ownership/lease.ts";

export type KeyRow = { type: string; id: string; data: Buffer | null };

export type InboxRow = {
  providerId: string;
  /** The index of the encrypted part: a group message can have one for its sender key and one for its text. */
  part: number;
  seq: number;
  attrs: Record<string, string>;
  plaintext: Buffer;
};

export type Writes = { keys: KeyRow[]; creds: Buffer | null; inbox: InboxRow[] };

/** Selects and locks the lease's row, so that the lease cannot be claimed before the commit. */
export const heldLease = ({ companyId, connectionId, epoch, owner }: Lease): SQL => sql`
  SELECT 1 FROM connection_leases WHERE company_id = ${companyId}::uuid AND connection_id = ${connectionId}::uuid
    AND epoch = ${epoch}::bigint AND owner = ${owner} FOR SHARE`;

/**
 * Builds one statement for all writes. It writes only while the lease is held, and then returns one row. Empty parts
 * are omitted: most batches are one session and one message. Bytes are hex in JSON, one parameter per table.
 */
export function fencedStatement(lease: Lease, { keys, creds, inbox }: Writes): SQL {
  const { companyId, connectionId, epoch } = lease;
  const place = sql`${companyId}::uuid, ${connectionId}::uuid`;
  const json = (rows: unknown[]) => sql`${JSON.stringify(rows)}::text::json`;
  const kept = keys.flatMap(({ type, id, data }) => (data ? [{ type, id, data: data.toString("hex") }] : []));
  const gone = keys.flatMap(({ type, id, data }) => (data ? [] : [{ type, id }]));
  const parts = [sql`held AS (${heldLease(lease)})`];
  if (kept.length > 0)
    parts.push(sql`kept AS (
      INSERT INTO channel_keys (company_id, connection_id, type, id, data)
      SELECT ${place}, k.type, k.id, decode(k.data, 'hex')
      FROM held, json_to_recordset(${json(kept)}) AS k (type text, id text, data text)
      ON CONFLICT (company_id, connection_id, type, id) DO UPDATE SET data = excluded.data)`);
  if (gone.length > 0)
    parts.push(sql`gone AS (
      DELETE FROM channel_keys k USING held, json_to_recordset(${json(gone)}) AS g (type text, id text)
      WHERE (k.company_id, k.connection_id) = (${place}) AND k.type = g.type AND k.id = g.id)`);
  if (creds)
    parts.push(sql`creds AS (
      INSERT INTO channel_credentials (company_id, connection_id, data, updated_at)
      SELECT ${place}, ${creds}::bytea, now() FROM held
      ON CONFLICT (company_id, connection_id) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at)`);
  if (inbox.length > 0) {
    const rows = inbox.map(({ providerId, part, seq, attrs, plaintext }) => ({
      ...{ provider_id: providerId, part, seq, attrs },
      plaintext: plaintext.toString("hex"),
    }));
    parts.push(sql`received AS (
      INSERT INTO inbox (company_id, connection_id, provider_id, part, epoch, seq, attrs, plaintext)
      SELECT ${place}, i.provider_id, i.part, ${epoch}::bigint, i.seq, i.attrs, decode(i.plaintext, 'hex')
      FROM held, json_to_recordset(${json(rows)})
        AS i (provider_id text, part int, seq bigint, attrs jsonb, plaintext text)
      ON CONFLICT DO NOTHING)`);
  }
  return sql`WITH ${sql.join(parts, sql`, `)} SELECT 1 FROM held`;
}
