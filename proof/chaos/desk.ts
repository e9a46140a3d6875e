import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { hashPassword } from "../../api/session/index.ts";
import { type CompanyDb, claimKey, type Database, schema } from "../../db/index.ts";
import { createHttp } from "../../sandbox/http.ts";
import type { Account, WhatsAppEmulator } from "../../sandbox/index.ts";
import { PhoneDirectory } from "../../sandbox/phone-directory.ts";
import type { ApiFetch } from "../../sync/client/desk-types.ts";
import { type Device, openDevice } from "./device.ts";
import type { Agent } from "./environment.ts";
import type { AskSandbox } from "./phones.ts";

export const SECRET_KEY = "a secret key for the chaos only, long enough";
const PASSWORD = "Balcao123!";
let passwordHash: Promise<string> | undefined;
function hashOfPassword(): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD);
  return passwordHash;
}

export type SeededCompany = { companyId: string; connectionId: string; agentIds: readonly [string, string] };

/** Creates a company with two agents who have all rights, and a connection that is requested to connect. */
export async function seedCompany(
  database: Database,
  name: string,
  companyId: string = randomUUID(),
): Promise<SeededCompany> {
  const connectionId = randomUUID();
  const agentIds = [randomUUID(), randomUUID()] as const;
  const hash = await hashOfPassword();
  await database.company(companyId, async (tx) => {
    const dueDate = new Date(Date.now() + 30 * 86_400_000);
    await tx.insert(schema.companies).values({ id: companyId, name: `Loja ${name}`, dueDate });
    await claimKey(tx, { companyId, kind: "company", key: companyId, rowId: companyId });
    await tx.insert(schema.connections).values({ companyId, id: connectionId, name: "Loja", isDefault: true });
    await tx.insert(schema.connectionLeases).values({ companyId, connectionId, desired: "up", request: 1 });
    for (const id of agentIds) await insertAgent(tx, companyId, id, hash);
  });
  return { companyId, connectionId, agentIds };
}

async function insertAgent(tx: CompanyDb, companyId: string, id: string, hash: string): Promise<void> {
  const email = `${id}@teste.example`;
  await tx.insert(schema.users).values({
    ...{ companyId, id, name: "Marina", email, passwordHash: hash },
    ...{ profile: "admin", allTicket: true, allHistoric: true, allUserChat: true },
  });
  await claimKey(tx, { companyId, kind: "email", key: email, rowId: id });
}

/** Adds an agent with all rights. Returns the id. A sign-in ends the agent's other sessions. */
export async function addAgent(database: Database, companyId: string): Promise<string> {
  const [id, hash] = [randomUUID(), await hashOfPassword()];
  await database.company(companyId, (tx) => insertAgent(tx, companyId, id, hash));
  return id;
}

/** Scans the QR codes that the desk shows until it is connected. */
export async function linkPhone(
  ownerSql: postgres.Sql,
  { companyId, connectionId }: Pick<SeededCompany, "companyId" | "connectionId">,
  account: Account,
): Promise<void> {
  for (let scanned = ""; ; await pause(30)) {
    const [found] = await ownerSql<{ status: string; qrcode: string }[]>`
      select status, qrcode from connections where company_id = ${companyId} and id = ${connectionId}`;
    if (found?.status === "CONNECTED") return;
    if (!found?.qrcode || found.qrcode === scanned) continue;
    scanned = found.qrcode;
    await account.scanQr(scanned).catch(() => {}); // expired: the next code follows
  }
}

type Reach = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Signs in and returns the authenticated `fetch`. Like the screens' own, it throws with `status` and `code` for a
 * refusal, and without them when there was no answer.
 */
export async function signIn(reach: Reach, userId: string): Promise<ApiFetch> {
  const answer = await reach("/auth/login", {
    method: "POST",
    body: JSON.stringify({ email: `${userId}@teste.example`, password: PASSWORD }),
    headers: { "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  const cookie = (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
  let { token } = (await answer.json()) as { token: string };
  return async (path, init = {}) => {
    for (let isFresh = false; ; isFresh = true) {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${token}`);
      headers.set("cookie", cookie);
      const response = await reach(path, { ...init, headers });
      if (response.ok) return response;
      if (response.status === 403 && !isFresh) {
        const refreshed = await reach("/auth/refresh_token", { method: "POST", headers: { cookie } });
        token = ((await refreshed.json()) as { token: string }).token;
        continue;
      }
      const { code: error } = (await response.json()) as { code?: string };
      throw Object.assign(new Error(error), { status: response.status, code: error });
    }
  };
}

/** Creates an agent with a new browser: its databases are named after the owner. */
export function agentOf(call: ApiFetch | undefined): Agent & { device: Device } {
  if (!call) throw new Error("no agent is signed in");
  const callUntilAnswered = async (path: string, init: RequestInit): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        await call(path, init);
        return;
      } catch (error) {
        if (tries > 1_000) throw error;
        await pause(60); // the message is not stored yet, or a request or answer was lost
      }
    }
  };
  const headers = { "content-type": "application/json" };
  return {
    device: openDevice({ companyId: randomUUID(), id: randomUUID() }, call),
    takeBack: (messageId) => callUntilAnswered(`/messages/${messageId}`, { method: "DELETE" }),
    react: (messageId, emoji) =>
      callUntilAnswered(`/messages/${messageId}/reaction`, { method: "PUT", headers, body: JSON.stringify({ emoji }) }),
  };
}

type Listed = { companyId: string; connectionId: string; number: string };

/** Returns the sandbox's HTTP interface for an emulator in this process. */
export function openEmulatorClient(emulator: WhatsAppEmulator, desks: () => Listed[]): AskSandbox {
  const listConnections = async () =>
    desks().map(({ companyId, connectionId: id, number }) => {
      return { id, companyId, number, name: "Loja", status: "CONNECTED", qrcode: "" };
    });
  const { fetch } = createHttp(new PhoneDirectory(emulator, { listConnections }));
  return async <T>(path: string, body?: unknown) => {
    const headers = { "content-type": "application/json" };
    const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(new Request(`http://phones${path}`, init));
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
