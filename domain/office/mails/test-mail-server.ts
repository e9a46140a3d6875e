import type { MailProblem } from "../../../contracts/office/mails.ts";
import { openSmtpSession } from "../../../outside/mail/index.ts";
import type { MailRules } from "./mail-config.ts";
import type { MailServer } from "./mail-server.ts";

export type MailTest = { problem: MailProblem | null; reply: string };

const WAITS = { connectMs: 10_000, idleMs: 10_000, attemptMs: 10_000 };

/** Connects and signs in without sending anything. Takes no transaction, because it waits for the mail server. */
export async function testMailServer(server: MailServer | null, rules: Pick<MailRules, "allowed">): Promise<MailTest> {
  if (!server) return { problem: "notSetUp", reply: "" };
  const opened = await openSmtpSession(server, rules, WAITS);
  if ("failure" in opened) return { problem: opened.failure.problem, reply: opened.failure.reply };
  opened.session.close();
  return { problem: null, reply: "" };
}
