import { type SQL, sql } from "drizzle-orm";
import type { StoredRow } from "../../../inbox/stored-rows.ts";
import type { Lease } from "../../../ownership/lease.ts";

export type KeyRow = { type: string; id: string; data: Buffer | null };

export type Writes = { keys: KeyRow[]; creds: Buffer | null; inbox: StoredRow[] };

const isHeld = ({ companyId, connectionId, epoch, owner }: Lease): SQL => sql`
  l.company_id = ${companyId}::uuid AND l.connection_id = ${connectionId}::uuid AND l.epoch = ${epoch}::bigint AND l.owner = ${owner}`;

/** Selects and locks the lease's row, so that the lease cannot be claimed before the commit. */
export const heldLease = (lease: Lease): SQL =>
  sql`SELECT 1 FROM connection_leases l WHERE ${isHeld(lease)} FOR SHARE OF l`;

/**
 * Builds the statements of one transaction. The first locks the lease and returns one row while it is held; the others
 * write only then. They are no single statement, because a cluster asks all its nodes for an INSERT in a WITH. Empty
 * parts are omitted: most batches are one session and one message. Bytes are hex in JSON, one parameter per table.
 */
export function fencedStatements(lease: Lease, { keys, creds, inbox }: Writes): SQL[] {
  const { companyId, connectionId } = lease;
  const json = (rows: unknown[]) => sql`${JSON.stringify(rows)}::text::json`;
  const kept = keys.flatMap(({ type, id, data }) => (data ? [{ type, id, data: data.toString("hex") }] : []));
  const gone = keys.flatMap(({ type, id, data }) => (data ? [] : [{ type, id }]));
  const statements = [heldLease(lease)];
  if (kept.length > 0)
    statements.push(sql`
      INSERT INTO channel_keys (company_id, connection_id, type, id, data)
      SELECT l.company_id, l.connection_id, k.type, k.id, decode(k.data, 'hex')
      FROM connection_leases l, json_to_recordset(${json(kept)}) AS k (type text, id text, data text)
      WHERE ${isHeld(lease)}
      ON CONFLICT (company_id, connection_id, type, id) DO UPDATE SET data = excluded.data`);
  if (gone.length > 0)
    statements.push(sql`
      DELETE FROM channel_keys k USING connection_leases l, json_to_recordset(${json(gone)}) AS g (type text, id text)
      WHERE ${isHeld(lease)} AND k.company_id = ${companyId}::uuid AND k.connection_id = ${connectionId}::uuid
        AND k.type = g.type AND k.id = g.id`);
  if (creds)
    statements.push(sql`
      INSERT INTO channel_credentials (company_id, connection_id, data, updated_at)
      SELECT l.company_id, l.connection_id, ${creds}::bytea, now() FROM connection_leases l WHERE ${isHeld(lease)}
      ON CONFLICT (company_id, connection_id) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`);
  if (inbox.length > 0) {
    const rows = inbox.map(({ providerId, part, seq, attrs, plaintext }) => ({
      ...{ provider_id: providerId, part, seq, attrs },
      plaintext: plaintext.toString("hex"),
    }));
    statements.push(sql`
      INSERT INTO inbox (company_id, connection_id, provider_id, part, epoch, seq, attrs, plaintext)
      SELECT l.company_id, l.connection_id, i.provider_id, i.part, l.epoch, i.seq, i.attrs, decode(i.plaintext, 'hex')
      FROM connection_leases l, json_to_recordset(${json(rows)})
        AS i (provider_id text, part int, seq bigint, attrs jsonb, plaintext text)
      WHERE ${isHeld(lease)}
      ON CONFLICT DO NOTHING`);
  }
  return statements;
}
