import type postgres from "postgres";
import type { Statements } from "../driver/statements.ts";
import { APPLICATION_ROLE } from "./application-role.ts";

type Policy = { role: string; command: "ALL" | "SELECT"; using: string };
type Policies = Partial<Record<"company_scope" | "platform_scope" | "owner_scope", Policy>>;

type Table = {
  name: string;
  isEnabled: boolean;
  isForced: boolean;
  policies: { name: string; roles: string[]; command: string; using: string | null; check: string | null }[];
};

/** The statements that give a table its missing protection; they belong into one transaction. */
export type Gap = { table: string; statements: string[] };

const COMPANIES = "companies";
const ofPlatform = "current_setting('app.platform', true) = 'on'";
const whole: Policy = { role: APPLICATION_ROLE, command: "ALL", using: ofPlatform };
/** Tables that transactions of the platform (`app.platform`) see, of all companies. */
const seenByPlatform: Record<string, Policy> = {
  ...{ companies: whole, invoices: whole, charges: whole, audit_entries: whole, payment_events: whole },
  ...{ sign_up_codes: whole, sign_up_tokens: whole, backup_plan: whole },
  // It reads only the setting that the platform decides: others hold passwords of other services.
  settings: { ...whole, command: "SELECT", using: `${ofPlatform} and key = 'campaignsEnabled'` },
};
/** Tables of the platform alone, which no company sees. */
const platformOnly = ["audit_entries", "payment_events", "sign_up_codes", "sign_up_tokens", "backup_plan"];

/**
 * Lists the tables of companies and of the platform whose row-level security is not as it should be, by name. Tables
 * that are protected are not in the list: a statement that alters a table waits for all who use it.
 */
export async function protectionGaps(owner: Statements): Promise<Gap[]> {
  const [{ user } = { user: "" }] = await owner<{ user: string }[]>`select current_user::text as user`;
  const tables = await owner<Table[]>`
    select c.relname as name, c.relrowsecurity as "isEnabled", c.relforcerowsecurity as "isForced",
      coalesce((select json_agg(json_build_object('name', p.polname,
          'roles', array(select r.rolname from pg_roles r where r.oid = any (p.polroles)),
          'command', case p.polcmd when '*' then 'ALL' when 'r' then 'SELECT' else p.polcmd::text end,
          'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)))
        from pg_policy p where p.polrelid = c.oid and p.polpermissive), '[]') as policies
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname = ${COMPANIES} or c.relname = any (${platformOnly}) or exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
    order by c.relname`;
  return tables.flatMap((table) => {
    const statements = missing(table, policiesOf(table.name, user));
    return statements.length > 0 ? [{ table: table.name, statements }] : [];
  });
}

/** Gives a table its missing protection. Call it in a transaction. */
export async function closeGap(owner: Statements, { statements }: Gap): Promise<void> {
  for (const statement of statements) await owner.unsafe(statement);
}

function policiesOf(table: string, owner: string): Policies {
  const key = table === COMPANIES ? "id" : "company_id";
  const company = `${key} = nullif(current_setting('app.company', true), '')::uuid`;
  return {
    company_scope: platformOnly.includes(table)
      ? undefined
      : { role: APPLICATION_ROLE, command: "ALL", using: company },
    platform_scope: seenByPlatform[table],
    owner_scope: { role: owner, command: "ALL", using: "true" },
  };
}

function missing({ name, isEnabled, isForced, policies }: Table, wanted: Policies): string[] {
  const table = identifier(name);
  const statements: string[] = [];
  if (!isEnabled) statements.push(`alter table ${table} enable row level security`);
  if (!isForced) statements.push(`alter table ${table} force row level security`);
  for (const [policy, want] of Object.entries(wanted)) {
    const present = policies.find((one) => one.name === policy);
    if (want ? present && isSame(present, want) : !present) continue;
    statements.push(`drop policy if exists ${policy} on ${table}`);
    if (want)
      statements.push(
        `create policy ${policy} on ${table} for ${want.command} to ${identifier(want.role)} using (${want.using})`,
      );
  }
  return statements;
}

function isSame(present: Table["policies"][number], want: Policy): boolean {
  return (
    present.check === null &&
    present.command === want.command &&
    present.roles.length === 1 &&
    present.roles[0] === want.role &&
    plain(present.using ?? "") === plain(want.using)
  );
}

/** Postgres shows a condition with more parentheses and casts than it was written with. */
const plain = (condition: string) => condition.toLowerCase().replaceAll(/::\w+|[()\s]/g, "");

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Lets the application's role use the tables and sequences that it may not use yet; row-level security decides which
 * rows it sees.
 */
export async function grantTables(owner: postgres.ISql): Promise<void> {
  await owner.unsafe(`grant usage on schema public to ${APPLICATION_ROLE}`);
  const missingGrants = await owner<{ statement: string }[]>`
    select case when c.relkind = 'S' then format('grant usage on sequence %I to %I', c.relname, ${APPLICATION_ROLE}::text)
      else format('grant select, insert, update, delete on %I to %I', c.relname, ${APPLICATION_ROLE}::text) end as statement
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'member')
      and case when c.relkind = 'S' then not has_sequence_privilege(${APPLICATION_ROLE}, c.oid, 'usage')
        when c.relkind in ('r', 'p', 'v', 'm', 'f') then exists (
          select from unnest(array['select', 'insert', 'update', 'delete']) as needed
          where not has_table_privilege(${APPLICATION_ROLE}, c.oid, needed))
        else false end
    order by c.relname`;
  for (const { statement } of missingGrants) await owner.unsafe(statement);
}
