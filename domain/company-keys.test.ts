import { randomUUID } from "node:crypto";
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DomainError } from "../contracts/domain-error.ts";
import { testTime } from "../contracts/testing/clock.ts";
import { type GivenAgent, givenCompany, giveTo } from "../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../db/testing/own-database.ts";
import { changeCompany, deleteCompany, restoreCompany } from "./account/platform/index.ts";
import { addUser, changeUser, endUserSessions, insertSession, signOutSession } from "./account/users/index.ts";
import {
  createConnection,
  deleteConnection,
  makeToken,
  revokeToken,
  updateConnection,
} from "./desk/connections/index.ts";
import { linkAccounts, openMetaBox } from "./desk/meta/index.ts";
import { endSubscriptionElsewhere, subscribePush, unsubscribePush } from "./desk/notifications/index.ts";
import type { Context } from "./ground/context.ts";
import { deleteUser } from "./office/departures/index.ts";
import { acting, onCompany } from "./testing.ts";

let own: OwnDatabase;
let sql: postgres.Sql;
let owner: GivenAgent;
beforeAll(async () => {
  own = await openOwnDatabase();
  sql = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  giveTo(own.database);
  owner = { ...(await givenCompany()).admin, isSuper: true };
});
afterAll(async () => {
  await sql.end();
  await own.drop();
});

const box = openMetaBox("a secret key for the tests only, long enough");
const connectionInput = {
  ...{ name: "", isDefault: false, greetingMessage: "", completionMessage: "", outOfHoursMessage: "" },
  ...{ ratingMessage: "", provider: "beta", token: "", queueIds: [], redirectAfterMinutes: 0, redirectQueueId: null },
} as unknown as Parameters<typeof updateConnection>[2];
const hours = (many: number) => new Date(testTime() + many * 3_600_000);

/** One company with the rows that the actions choose from. */
type KeyPlace = {
  admin: GivenAgent;
  users: string[];
  connections: string[];
  sessions: { id: string; userId: string; publicId: string }[];
};
type Action = { name: string; company: number; which: number; key: number };

/** The keys are few, so that companies want the same ones. */
const actions: Record<string, (place: KeyPlace, action: Action) => (ctx: Context) => Promise<unknown>> = {
  addUser:
    (place, { key }) =>
    async (ctx) => {
      const user = await addUser(ctx, { name: "Rui", email: `Pessoa${key}@Chave.example`, passwordHash: "" });
      place.users.push(user.id);
    },
  changeEmail:
    (place, { which, key }) =>
    (ctx) =>
      changeUser(ctx, at(place.users, which), { email: `pessoa${key}@chave.example` }),
  deleteUser:
    (place, { which }) =>
    (ctx) =>
      deleteUser(ctx, at(place.users, which)),
  beginSession:
    (place, { which }) =>
    async (ctx) => {
      const session = { id: randomUUID(), publicId: randomUUID(), userId: at(place.users, which) };
      await insertSession(ctx.db, { ...session, companyId: ctx.companyId, expiresAt: hours(1) });
      place.sessions.push(session);
    },
  signOut:
    (place, { which }) =>
    (ctx) => {
      const { userId, publicId } = at(place.sessions, which);
      return signOutSession(ctx, userId, publicId);
    },
  endSessions:
    (place, { which }) =>
    (ctx) =>
      endUserSessions(ctx.db, { companyId: ctx.companyId, id: at(place.users, which) }, "ended"),
  addConnection:
    (place, { key }) =>
    async (ctx) => {
      const token = `token-${key}-long-enough-to-be-accepted`;
      const view = await createConnection(ctx, { ...connectionInput, name: randomUUID().slice(0, 20), token });
      place.connections.push(view.id);
    },
  makeToken:
    (place, { which }) =>
    (ctx) =>
      makeToken(ctx, at(place.connections, which)),
  typeToken:
    (place, { which, key }) =>
    (ctx) =>
      updateConnection(ctx, at(place.connections, which), {
        ...{ ...connectionInput, name: randomUUID().slice(0, 20) },
        token: `token-${key}-long-enough-to-be-accepted`,
      }),
  revokeToken:
    (place, { which }) =>
    (ctx) =>
      revokeToken(ctx, at(place.connections, which)),
  linkPage:
    (place, { key }) =>
    async (ctx) => {
      const page = { channel: "facebook" as const, name: "Olaria", token: "EAAS-segredo" };
      const accounts = [key, key + 1].map((id) => ({ ...page, accountId: `page-${id}`, pageId: `page-${id}` }));
      const { connections } = await linkAccounts(ctx, box, { facebookUserId: "1", accounts });
      place.connections.push(...connections.map(({ id }) => id));
    },
  deleteConnection:
    (place, { which }) =>
    (ctx) =>
      deleteConnection(ctx, at(place.connections, which)),
  subscribe:
    (place, { which, key }) =>
    async (ctx) => {
      const subscription = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${key}`,
        keys: { p256dh: "key", auth: "auth" },
      };
      await subscribePush(ctx, at(place.sessions, which).id, subscription, []);
    },
  unsubscribe:
    (place, { which }) =>
    (ctx) =>
      unsubscribePush(ctx, at(place.sessions, which).id),
};

/** Fails as a verb does when there is nothing to act on. */
function at<T>(rows: readonly T[], which: number): T {
  const row = rows[which % Math.max(1, rows.length)];
  if (row === undefined) throw new DomainError("ERR_NO_USER_FOUND");
  return row;
}

async function act(place: KeyPlace, action: Action): Promise<void> {
  const { companyId } = place.admin;
  try {
    if (action.name === "subscribe")
      await endSubscriptionElsewhere(
        own.database.platform,
        `https://fcm.googleapis.com/fcm/send/${action.key}`,
        companyId,
      );
    if (action.name === "deactivate") {
      await onCompany(owner, companyId, (ctx) => changeCompany(ctx, { isActive: false }));
      await onCompany(owner, companyId, (ctx) => changeCompany(ctx, { isActive: true }));
    } else if (action.name === "deleteCompany") {
      await onCompany(owner, companyId, (ctx) => deleteCompany(ctx));
      await onCompany(owner, companyId, (ctx) => restoreCompany(ctx));
    } else await acting(place.admin, (ctx) => actions[action.name]?.(place, action)(ctx) ?? Promise.resolve());
  } catch (error) {
    // A verb refused, or another action of the round has ended the session or was preferred in a deadlock.
    if (!(error instanceof DomainError) && !/^(23503|40P01)$/.test(codeOf(error))) throw error;
  }
}

const codeOf = (error: unknown): string => String((error as { cause?: { code?: string } }).cause?.code);

const differences = () => sql`
  (select 'missing' as what, t.* from company_keys_of_tables() t except select 'missing', k.* from company_keys k)
  union all
  -- The key of a browser's address outlives a subscription that ends with its session.
  (select 'stale', k.* from company_keys k where k.kind <> 'push' except select 'stale', t.* from company_keys_of_tables() t)`;

test("after any verbs, at once and in sequence, the directory equals the tables", async () => {
  const names = fc.constantFrom(...Object.keys(actions), "deactivate", "deleteCompany");
  const action = fc.record({ name: names, company: fc.nat(2), which: fc.nat(5), key: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { maxLength: 15 }), async (rounds) => {
      const places = await Promise.all(
        Array.from({ length: 3 }, async (): Promise<KeyPlace> => {
          const { admin, ana, bia, connection } = await givenCompany();
          return { admin, users: [ana.id, bia.id], connections: [connection.id], sessions: [] };
        }),
      );
      for (const round of rounds) await Promise.all(round.map((one) => act(places[one.company] as KeyPlace, one)));
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 120_000);

test("repairs the directory from the tables, and finds nothing by a key whose row is gone", async () => {
  const { companyId, ana } = await givenCompany();
  const email = `${ana.id}@teste.example`;
  await sql`delete from company_keys where company_id = ${companyId} and kind = 'email'`;
  await sql`insert into company_keys values ('email', 'gone@teste.example', ${companyId}, ${ana.id})`;
  expect(await sql`select * from find_sign_in('gone@teste.example')`).toEqual([]);
  expect(await sql`select * from find_sign_in(${email})`).toEqual([]);
  expect(await sql`select added::int, removed::int from repair_company_keys()`).toMatchObject([{ added: 3 }]);
  expect(await differences()).toEqual([]);
  expect(await sql`select * from find_sign_in(${email.toUpperCase()})`).toEqual([
    { company_id: companyId, user_id: ana.id },
  ]);
});
