import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { distribute, hasCitus, ownerSettings } from "../../db/citus/distribute.ts";

/** Longer than a worker of a cluster is away, and than a lease lasts after that. */
const RETRY_MS = 240_000;

/** Retries while the database is unavailable, for up to `RETRY_MS`. */
export async function retryUntilDone<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + RETRY_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(200);
    }
  }
}

/** Tables and functions of the triggers below. */
const recorders = [
  `create table if not exists chaos_violations (company_id uuid, id uuid default gen_random_uuid(), connection_id uuid,
    what text, primary key (company_id, id))`,
  `create table if not exists chaos_owners (company_id uuid, connection_id uuid, epoch bigint, owner text,
    primary key (company_id, connection_id, epoch))`,
  "grant all on chaos_violations, chaos_owners to balcao_app",
  `create or replace function chaos_watch_acks() returns trigger language plpgsql as $$ begin
    insert into chaos_violations (company_id, connection_id, what)
      values (NEW.company_id, NEW.connection_id, format('%s went from ack %s to %s', NEW.id, OLD.ack, NEW.ack));
    return null;
  end $$`,
  `create or replace function chaos_watch_owners() returns trigger language plpgsql as $$ declare known text; begin
    insert into chaos_owners values (NEW.company_id, NEW.connection_id, NEW.epoch, NEW.owner) on conflict do nothing;
    select owner into known from chaos_owners
      where company_id = NEW.company_id and connection_id = NEW.connection_id and epoch = NEW.epoch;
    if known <> NEW.owner then
      insert into chaos_violations (company_id, connection_id, what)
        values (NEW.company_id, NEW.connection_id, format('epoch %s of %s and of %s', NEW.epoch, known, NEW.owner));
    end if;
    return null;
  end $$`,
  "comment on function chaos_watch_acks() is 'within a shard'",
  "comment on function chaos_watch_owners() is 'within a shard'",
];

const triggers = [
  `create or replace trigger chaos_watch_acks after update on messages for each row when (NEW.ack < OLD.ack)
    execute function chaos_watch_acks()`,
  `create or replace trigger chaos_watch_owners after update on connection_leases for each row
    when (NEW.owner is not null) execute function chaos_watch_owners()`,
];

/**
 * Opens the owner's view of the database, with triggers that record violations which no single query can show: an ack
 * that decreases, and an epoch with two owners. On a cluster a trigger writes where the company's rows are, and a
 * statement that asks all nodes fails: it would wait for a worker that has none of the company's rows.
 */
export async function openOwnerSql(ownerUrl: string): Promise<postgres.Sql> {
  const connection = { application_name: "chaos owner", TimeZone: "UTC", ...ownerSettings };
  const open = (max: number, more: Record<string, string>) =>
    postgres(ownerUrl, { max, onnotice: () => {}, connection: { ...connection, ...more } });
  const installer = open(1, {});
  for (const statement of recorders) await installer.unsafe(statement);
  if (await hasCitus(installer)) await distribute(installer);
  for (const trigger of triggers) await installer.unsafe(trigger);
  await installer.end();
  return open(2, { "citus.multi_task_query_log_level": "error" });
}
