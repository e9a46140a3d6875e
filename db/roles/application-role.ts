import { hkdfSync } from "node:crypto";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import type { Database } from "../client.ts";

/** The role whose rights the application has. Migration 0001 creates it; `grantTables` grants its rights. */
export const APPLICATION_ROLE = "balcao_app";

/**
 * Returns the application's address for a database of our own: the embedded one, and those of tests and measurements.
 * Its password is derived from the owner's, which cannot be computed back from it.
 */
export function applicationUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const password = hkdfSync("sha256", decodeURIComponent(url.password), "balcao", "application role", 24);
  url.username = APPLICATION_ROLE;
  url.password = Buffer.from(password).toString("base64url");
  return url.href;
}

/**
 * Lets the user of the application's address sign in, as a member of the application's role: creates the user, or gives
 * it LOGIN and the address's password. A user that can sign in already keeps its password.
 */
export async function ensureApplicationLogin(owner: postgres.ISql, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const roles = await owner<{ name: string; mayLogIn: boolean }[]>`
    select rolname as name, rolcanlogin as "mayLogIn" from pg_roles where rolname in (${user}, ${APPLICATION_ROLE})`;
  const known = new Map(roles.map(({ name, mayLogIn }) => [name, mayLogIn]));
  if (!known.has(APPLICATION_ROLE)) await owner.unsafe(`create role ${APPLICATION_ROLE} nosuperuser nobypassrls`);
  if (!known.get(user)) {
    const isKnown = known.has(user) || user === APPLICATION_ROLE;
    const [statement] = await owner<{ text: string }[]>`
      select format(${isKnown ? "alter role %I login password %L" : "create role %I login noinherit password %L"}, ${user}::text, ${secret}::text) as text`;
    await owner.unsafe(statement?.text ?? "");
  }
  if (user === APPLICATION_ROLE) return;
  const [statement] = await owner<{ text: string }[]>`
    select format('grant %I to %I', ${APPLICATION_ROLE}::text, ${user}::text) as text
    where not pg_has_role(${user}, ${APPLICATION_ROLE}, 'member')`;
  if (statement) await owner.unsafe(statement.text);
}

/** Returns why the application must not run on this connection's user, in a sentence; null when it may. */
export async function applicationRoleProblem(database: Pick<Database, "platform">): Promise<string | null> {
  const [session] = await database.platform.execute<{ name: string; isAbove: boolean; isOwner: boolean }>(sql`
    select session_user::text as name,
      (select rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = session_user) as "isAbove",
      exists (select from pg_class where relnamespace = 'public'::regnamespace
        and pg_has_role(session_user, relowner, 'member')) as "isOwner"`);
  if (!session?.isAbove && !session?.isOwner) return null;
  const reason = session.isAbove ? "may pass row-level security or make roles" : "owns the desk's tables";
  return (
    `DATABASE_URL signs in as "${session.name}", which ${reason}: the application does not run as such a user. ` +
    `Name the role ${APPLICATION_ROLE} in DATABASE_URL and the owner in DATABASE_OWNER_URL (docs/operations.md).`
  );
}
