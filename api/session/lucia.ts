import { and, eq } from "drizzle-orm";
import { type Adapter, Lucia, TimeSpan } from "lucia";
import type { Language } from "../../contracts/languages.ts";
import { type Database, schema } from "../../db/index.ts";
import type { Standing } from "../../domain/account/companies/index.ts";
import { insertSession } from "../../domain/account/users/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { endSession, findSessionCompany, hashOfToken, loadSession, type SessionKey } from "./session-rows.ts";

const { sessions } = schema;
export const SESSION_DAYS = 30;

type SessionAttributes = { companyId: string; device: string };
type UserAttributes = { actor: Actor; language: Language } & Standing;

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

const COOKIE = "balcao_session";

/**
 * Lucia with a prefixed cookie over https: browsers accept the prefix only from the host itself, so no other host of
 * the domain can set the cookie.
 */
export class DeskLucia extends Lucia<SessionAttributes, UserAttributes> {
  /** Returns the request's session, also under the https cookie's former name without the prefix. */
  override readSessionCookie(cookieHeader: string): string | null {
    return super.readSessionCookie(cookieHeader) ?? this.readFormerCookie(cookieHeader);
  }

  /**
   * Returns the session of a browser that has only the cookie without the prefix; null when it has the prefixed one.
   */
  readFormerCookie(cookieHeader: string): string | null {
    if (this.sessionCookieName === COOKIE || super.readSessionCookie(cookieHeader)) return null;
    return /(?:^|;\s*)balcao_session=([^;]+)/.exec(cookieHeader)?.[1] ?? null;
  }

  /** Returns the header that deletes the cookie without the prefix. */
  endFormerCookie(): string {
    return `${COOKIE}=; HttpOnly; Max-Age=0; Path=/; SameSite=Lax; Secure`;
  }
}

/**
 * Opens Lucia over our sessions table. Only this folder uses Lucia: it is feature-frozen and may have to be replaced.
 */
export function openLucia(database: Database, options: { isSecure: boolean }): DeskLucia {
  const name = options.isSecure ? `__Host-${COOKIE}` : COOKIE;
  return new DeskLucia(tableAdapter(database), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, "d"),
    sessionCookie: { name, attributes: { secure: options.isSecure, sameSite: "lax", path: "/" } },
    getSessionAttributes: ({ companyId, device }) => ({ companyId, device }),
    getUserAttributes: ({ actor, language, standing, dueDate }) => ({ actor, language, standing, dueDate }),
  });
}

/** Maps Lucia's token in the cookie to the hash in the table, which is reached through the session's company. */
function tableAdapter(database: Database): Adapter {
  async function keyOf(token: string): Promise<SessionKey | null> {
    const id = hashOfToken(token);
    const companyId = await findSessionCompany(database, id);
    return companyId ? { companyId, id } : null;
  }

  return {
    async getSessionAndUser(token) {
      const key = await keyOf(token);
      const live = key && (await database.company(key.companyId, (tx) => loadSession(tx, key, new Date())));
      if (!live) return [null, null];
      const { userId, expiresAt, device, companyId, actor, language, standing, dueDate } = live;
      return [
        { id: token, userId, expiresAt, attributes: { companyId, device } },
        { id: userId, attributes: { actor, language, standing, dueDate } },
      ];
    },
    async setSession({ id, userId, expiresAt, attributes: { companyId, device } }) {
      await database.company(companyId, (tx) =>
        insertSession(tx, { companyId, id: hashOfToken(id), userId, expiresAt, device }),
      );
    },
    async updateSessionExpiration(token, expiresAt) {
      const key = await keyOf(token);
      if (!key) return;
      await database.company(key.companyId, (tx) =>
        tx
          .update(sessions)
          .set({ expiresAt })
          .where(and(eq(sessions.companyId, key.companyId), eq(sessions.id, key.id))),
      );
    },
    async deleteSession(token) {
      const key = await keyOf(token);
      if (key) await endSession(database, key);
    },
    // These calls would need a company, which Lucia does not pass; sign-in ends a user's sessions itself.
    getUserSessions: () => Promise.resolve([]),
    deleteUserSessions: () => Promise.reject(new Error("end a user's sessions with endUserSessions")),
    deleteExpiredSessions: () => Promise.reject(new Error("expired sessions go with the retention job")),
  };
}
