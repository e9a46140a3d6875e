import { and, eq } from "drizzle-orm";
import { type Adapter, Lucia, TimeSpan } from "lucia";
import { type Database, schema } from "../../db/index.ts";
import type { Actor } from "../../domain/context.ts";
import { endSession, findSessionCompany, hashOfToken, loadSession, type SessionKey } from "./session-rows.ts";

const { sessions } = schema;
export const SESSION_DAYS = 30;

type SessionAttributes = { companyId: string; device: string };
type UserAttributes = { actor: Actor };

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

const COOKIE = "balcao_session";

/** Over https no other host of the domain can set the cookie: a browser takes the prefix from its own host alone. */
export class DeskLucia extends Lucia<SessionAttributes, UserAttributes> {
  /** The session that the request shows, also by the name that the cookie had over https before it got the prefix. */
  override readSessionCookie(cookieHeader: string): string | null {
    return super.readSessionCookie(cookieHeader) ?? this.readFormerCookie(cookieHeader);
  }

  /** The session of a browser that has only the cookie without the prefix; null when it has the right one. */
  readFormerCookie(cookieHeader: string): string | null {
    if (this.sessionCookieName === COOKIE || super.readSessionCookie(cookieHeader)) return null;
    return /(?:^|;\s*)balcao_session=([^;]+)/.exec(cookieHeader)?.[1] ?? null;
  }

  /** Takes the cookie without the prefix away. */
  endFormerCookie(): string {
    return `${COOKIE}=; HttpOnly; Max-Age=0; Path=/; SameSite=Lax; Secure`;
  }
}

/** Lucia over our sessions table. Only this folder knows of it: it is feature-frozen and may have to be replaced. */
export function openLucia(database: Database, options: { isSecure: boolean }): DeskLucia {
  const name = options.isSecure ? `__Host-${COOKIE}` : COOKIE;
  return new DeskLucia(tableAdapter(database), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, "d"),
    sessionCookie: { name, attributes: { secure: options.isSecure, sameSite: "lax", path: "/" } },
    getSessionAttributes: ({ companyId, device }) => ({ companyId, device }),
    getUserAttributes: ({ actor }) => ({ actor }),
  });
}

/** Lucia holds the cookie's token; the table holds its hash and is reached through the company it belongs to. */
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
      const { userId, expiresAt, device, companyId, actor } = live;
      return [
        { id: token, userId, expiresAt, attributes: { companyId, device } },
        { id: userId, attributes: { actor } },
      ];
    },
    async setSession({ id, userId, expiresAt, attributes: { companyId, device } }) {
      await database.company(companyId, (tx) =>
        tx.insert(sessions).values({ companyId, id: hashOfToken(id), userId, expiresAt, device }),
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
    // These would need to know a company that Lucia does not name; sign-in ends a user's sessions by itself.
    getUserSessions: () => Promise.resolve([]),
    deleteUserSessions: () => Promise.reject(new Error("end a user's sessions with endUserSessions")),
    deleteExpiredSessions: () => Promise.reject(new Error("expired sessions go with the retention job")),
  };
}
