import { randomUUID } from "node:crypto";
import type { DomainError } from "../contracts/domain-error.ts";
import { type GivenAgent, testDatabase } from "../db/testing/given.ts";
import type { IncomingMessage } from "./desk/messages/index.ts";
import type { Context, DeskContext, PlatformContext } from "./ground/context.ts";

/** Runs a verb as an agent, in a transaction as a door opens it. For tests. */
export function acting<T>(agent: GivenAgent, work: (ctx: Context) => Promise<T>, now = new Date()): Promise<T> {
  const { companyId } = agent;
  return testDatabase().company(companyId, (db) => work({ db, companyId, actor: agent, device: "Teste", now }));
}

/** Runs an automatic action, as for a channel or a job. For tests. */
export function atDesk<T>(companyId: string, work: (ctx: DeskContext) => Promise<T>, now = new Date()): Promise<T> {
  return testDatabase().company(companyId, (db) => work({ db, companyId, now }));
}

/** Runs a verb over all companies, in a transaction of the platform. For tests. */
export function asSuper<T>(
  actor: GivenAgent,
  work: (ctx: PlatformContext) => Promise<T>,
  now = new Date(),
): Promise<T> {
  return testDatabase().asPlatform((db) => work({ db, actor, now }));
}

/** Runs a verb of the platform about one company, as a door opens its transaction. For tests. */
export function onCompany<T>(
  actor: GivenAgent,
  companyId: string,
  work: (ctx: Context) => Promise<T>,
  now = new Date(),
): Promise<T> {
  return testDatabase().asPlatform((db) => work({ db, companyId, actor, device: "Teste", now }), { companyId });
}

/** Returns the refusal of a verb. For tests. */
export async function refusal(verb: Promise<unknown>): Promise<Pick<DomainError, "code" | "details">> {
  const answer = await verb.then(
    () => ({ code: "nothing was refused", details: {} }),
    (error: DomainError) => error,
  );
  return { code: answer.code as DomainError["code"], details: answer.details };
}

/** Returns a text message as a channel delivers it. For tests. */
export function textFrom(connectionId: string, message: Partial<IncomingMessage> = {}): IncomingMessage {
  const phone = message.sender?.phone ?? message.sender?.lid ?? "5531988887777";
  return {
    connectionId,
    chatKey: `${phone}@s.whatsapp.net`,
    providerId: randomUUID(),
    fromMe: false,
    sender: { phone, name: "Helena Sampaio" },
    at: new Date(),
    seq: 1,
    kind: "chat",
    body: "Bom dia!",
    isHistory: false,
    ...message,
  };
}
