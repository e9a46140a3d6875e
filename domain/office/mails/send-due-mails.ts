import type { SecretBox } from "../../../db/index.ts";
import type { SmtpFailure } from "../../../outside/mail/index.ts";
import {
  buildMail,
  openSmtpSession,
  type SmtpSession,
  type SmtpWaits,
  usualWaits,
} from "../../../outside/mail/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { MailRules } from "./mail-config.ts";
import { findMailServer, type MailServer } from "./mail-server.ts";
import {
  claimMail,
  type MailAttempt,
  markAllRefused,
  markInterrupted,
  markRefused,
  markSending,
  markSent,
  markUnknown,
  releaseMail,
} from "./mail-work.ts";

export type MailSending = {
  /** Runs one transaction of the company. No transaction is open while the mail server is waited for. */
  run<T>(work: (ctx: DeskContext) => Promise<T>): Promise<T>;
  box: SecretBox;
  rules: MailRules;
  /** Longer than an attempt may take. */
  leaseMs?: number;
  waits?: SmtpWaits;
  /** True: no further mail is begun. */
  isStopping(): boolean;
  /** Ends the connection to the mail server at once, because this process has to end. */
  signal?: AbortSignal | undefined;
};

/** One attempt takes at most 3 × `connectMs` + `attemptMs`. */
const LEASE_MS = 180_000;

const notSetUp: SmtpFailure = { problem: "notSetUp", reply: "", replyCode: null, isPermanent: true };

/** Sends the due mails of one company one after the other, over as few connections as possible. */
export async function sendDueMails(sending: MailSending): Promise<void> {
  const { run, rules, leaseMs = LEASE_MS, isStopping } = sending;
  await run(markInterrupted);
  let session: SmtpSession | null = null;
  try {
    while (!isStopping()) {
      const found = await run(async (ctx) => {
        const attempt = await claimMail(ctx, { leaseMs, perHour: rules.perHour, perDay: rules.perDay });
        return attempt && { attempt, server: await findMailServer(ctx, sending.box) };
      });
      if (!found) return;
      const { attempt, server } = found;
      if (!server) return void (await run((ctx) => markAllRefused(ctx, attempt, notSetUp)));
      if (!session?.isOpen) {
        const opened = await openSmtpSession(server, rules, sending.waits ?? usualWaits, sending.signal);
        if ("failure" in opened && sending.signal?.aborted) return void (await run((ctx) => releaseMail(ctx, attempt)));
        if ("failure" in opened) return void (await run((ctx) => markAllRefused(ctx, attempt, opened.failure)));
        session = opened.session;
      }
      await sendOne(sending, session, server, attempt);
    }
  } finally {
    session?.close();
  }
}

class NotHeld extends Error {}

async function sendOne(
  { run, leaseMs = LEASE_MS, signal }: MailSending,
  session: SmtpSession,
  server: MailServer,
  attempt: MailAttempt,
): Promise<void> {
  const { address, subject, body } = attempt;
  const { from } = server;
  const messageId = `${attempt.leaseId}@${from.address.replace(/^.*@/, "")}`;
  const message = await buildMail({ from, to: address, subject, body, messageId });
  try {
    const outcome = await session.send({ from: from.address, to: address, body: message }, async () => {
      if (!(await run((ctx) => markSending(ctx, attempt, messageId, leaseMs)))) throw new NotHeld();
    });
    await run((ctx) => {
      if ("reply" in outcome) return markSent(ctx, attempt, outcome.reply);
      const { failure, hasBody } = outcome;
      if (hasBody && failure.replyCode === null) return markUnknown(ctx, attempt, failure);
      if (failure.replyCode === null && signal?.aborted) return releaseMail(ctx, attempt);
      return markRefused(ctx, attempt, failure);
    });
  } catch (error) {
    // Cancelled meanwhile: nothing was handed over, and the row is no longer this attempt's.
    if (!(error instanceof NotHeld)) throw error;
  }
}
