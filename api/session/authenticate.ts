import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import type { User } from "lucia";
import { DomainError } from "../../contracts/domain-error.ts";
import type { CompanyDb, Database, Sequencer } from "../../db/index.ts";
import { requireStanding } from "../../domain/account/companies/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { requireSuper } from "../../domain/ground/require-permission.ts";
import type { Keys } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { isLargeBody } from "../http/limits.ts";
import { isSearch, openSearchSlots } from "../http/search-slots.ts";
import { readBearer } from "./bearer-token.ts";
import { type Checked, type KnownSessions, noKnownSessions } from "./known-sessions.ts";
import type { DeskLucia } from "./lucia.ts";
import { isRestricted, requireEntry, requireReach } from "./restriction.ts";
import { hashOfToken, loadSession, type SessionKey } from "./session-rows.ts";
import type { SignedIn } from "./signed-in.ts";

export type SessionDeps = {
  database: Database;
  sequencer: Sequencer;
  lucia: DeskLucia;
  bearerKeys: Keys;
  knownSessions?: KnownSessions;
};

/**
 * Requires a session and gives the route transactions of its company.
 * A bearer is sufficient while its session lives. The cookie alone is sufficient for reading, because an EventSource
 * and an
 * <img> can send nothing else; changes require the bearer, which no other page has.
 * - no living session: 401, the client asks for a bearer once more, with its current cookie, and signs out
 * - a living session (cookie) with an expired, malformed or missing bearer: 403, the client refreshes and repeats
 * A bearer's session is loaded in the first transaction that the route opens and not in a separate one, which would
 * cost four round trips. `read` of a GET takes a session that was checked recently (`known-sessions.ts`); changes and
 * `person` always check it.
 * A company runs a limited number of searches at the same time (`search-slots.ts`).
 * A call whose body may be large has its session checked before the body is read.
 * After the company's due date a session reaches only what paying needs (`restriction.ts`): with a bearer, from its next
 * one on; with the cookie alone, at once.
 */
export function requireSession(deps: SessionDeps) {
  const { database, sequencer, lucia, bearerKeys, knownSessions = noKnownSessions } = deps;
  const searches = openSearchSlots();
  return createMiddleware<AppEnv>(async (c, next) => {
    const bearer = lucia.readBearerToken(c.req.header("Authorization") ?? "");
    const key = bearer ? readBearer(bearerKeys, bearer, new Date()) : null;
    if (key?.isRestricted) requireReach(c.req.method, c.req.path);
    if (!key) c.set("signedIn", await byCookieAlone(lucia, c));
    /** Whether this request has checked the session in the database. */
    let isChecked = !key;

    const check = async (db: CompanyDb): Promise<SignedIn | null> => {
      if (isChecked || !key) return c.var.signedIn;
      const remember = knownSessions.watch();
      const now = new Date();
      const checked = await byBearer(db, key, now);
      if (!checked) return null;
      remember(key, checked, now);
      isChecked = true;
      return checked.person;
    };
    const inScope = async <T>(
      work: (ctx: Context) => Promise<T>,
      isReading: boolean,
      {
        known = null,
        isLong = false,
        isPlatform = false,
      }: { known?: SignedIn | null; isLong?: boolean; isPlatform?: boolean } = {},
    ): Promise<T> => {
      const companyId = key?.companyId ?? c.var.signedIn.actor.companyId;
      const asPerson = async (db: CompanyDb) => {
        const person = known ?? (await check(db));
        if (!person) return null;
        c.set("signedIn", person);
        const { actor, device } = person;
        return { result: await work({ db, companyId, actor, device, now: new Date() }) };
      };
      const options = { isReading, retryOnConflict: true, isLong };
      const done = isPlatform
        ? await database.asPlatform(asPerson, { ...options, companyId })
        : await database.company(companyId, asPerson, options);
      if (done) return done.result;
      // The bearer's session has ended; the cookie may hold a newer one, which yields another bearer.
      throw new DomainError((await signedInByCookie(lucia, c)) ? "ERR_TOKEN_EXPIRED" : "ERR_SESSION_EXPIRED");
    };

    c.set("read", (work, options) => {
      const mayBeKnown = key && !isChecked && isReadingMethod(c.req.method);
      return inScope(work, true, { ...options, known: mayBeKnown ? knownSessions.find(key, new Date()) : null });
    });
    c.set("act", async (work, options) => {
      const result = await inScope(work, false, options);
      await sequencer.run(c.var.signedIn.actor.companyId);
      return result;
    });
    c.set("person", async () => {
      if (!isChecked) await inScope(async () => {}, true);
      return c.var.signedIn;
    });
    c.set("platform", async (work, { isReading = false } = {}) => {
      const { actor } = await c.var.person();
      requireSuper({ actor });
      const run = (db: CompanyDb) => work({ db, actor, now: new Date() });
      return database.asPlatform(run, { isReading, retryOnConflict: true });
    });
    c.set("onCompany", async (companyId, work) => {
      const { actor, device } = await c.var.person();
      requireSuper({ actor });
      const run = (db: CompanyDb) => work({ db, companyId, actor, device, now: new Date() });
      const result = await database.asPlatform(run, { companyId, retryOnConflict: true });
      await sequencer.run(companyId);
      return result;
    });
    // A form is read whole into memory, before the route's first transaction would check the session.
    if (isLargeBody(c.req.path, c.req.header("Content-Type"))) await c.var.person();
    const companyId = key?.companyId ?? c.var.signedIn.actor.companyId;
    if (isSearch(c.req.method, c.req.url)) await searches.run(companyId, next);
    else await next();
  });
}

async function byBearer(db: CompanyDb, key: SessionKey, now: Date): Promise<Checked | null> {
  const live = await loadSession(db, key, now);
  if (!live) return null;
  const { actor, id: sessionId, device, language, standing, dueDate, expiresAt } = live;
  return { person: { actor, sessionId, device, language, standing, dueDate }, expiresAt };
}

const isReadingMethod = (method: string): boolean => method === "GET" || method === "HEAD";

async function byCookieAlone(lucia: DeskLucia, c: HonoContext<AppEnv>): Promise<SignedIn> {
  const person = await signedInByCookie(lucia, c);
  if (!person) throw new DomainError("ERR_SESSION_EXPIRED");
  if (c.req.header("Authorization") !== undefined || !isReadingMethod(c.req.method))
    throw new DomainError("ERR_TOKEN_EXPIRED");
  requireEntry({ ...person, profile: person.actor.profile });
  if (isRestricted(person)) requireReach(c.req.method, c.req.path, person);
  return person;
}

/**
 * Returns the user of the cookie's session; null: none. Sets the cookie again when Lucia has prolonged the session or
 * when it had its former name.
 */
export async function signedInByCookie(lucia: DeskLucia, c: HonoContext<AppEnv>): Promise<SignedIn | null> {
  const cookies = c.req.header("Cookie") ?? "";
  const token = lucia.readSessionCookie(cookies);
  if (!token) return null;
  const { session, user } = await lucia.validateSession(token);
  if (!session) return null;
  const isFormer = lucia.readFormerCookie(cookies) !== null;
  if (isFormer) c.header("Set-Cookie", lucia.endFormerCookie(), { append: true });
  if (session.fresh || isFormer) c.header("Set-Cookie", lucia.createSessionCookie(token).serialize(), { append: true });
  return signedInOf(user, session.device, token);
}

const signedInOf = ({ actor, language, standing, dueDate }: User, device: string, token: string): SignedIn => ({
  ...{ actor, language, standing, dueDate, device },
  sessionId: hashOfToken(token),
});

/**
 * Returns the user of a living session, by bearer or cookie; null: none. For callers without an HTTP request, which a
 * restricted session does not reach.
 */
export async function findPerson(
  { database, lucia, bearerKeys }: Omit<SessionDeps, "sequencer">,
  shown: { bearer: string; cookie: string },
): Promise<SignedIn | null> {
  const key = shown.bearer ? readBearer(bearerKeys, shown.bearer, new Date()) : null;
  if (key?.isRestricted) throw new DomainError("ERR_SUBSCRIPTION_EXPIRED");
  if (key) {
    const checked = await database.company(key.companyId, (db) => byBearer(db, key, new Date()));
    return checked ? checked.person : null;
  }
  const token = lucia.readSessionCookie(shown.cookie);
  const { session, user } = token ? await lucia.validateSession(token) : { session: null, user: null };
  if (!session || !token) return null;
  requireStanding(user);
  return signedInOf(user, session.device, token);
}
