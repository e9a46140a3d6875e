import { createTransport } from "nodemailer";
import type { MailJob } from "../../contracts/account/mail.ts";
import { ConfigError } from "../environment/index.ts";
import { renderMail } from "./render-mail.ts";
import { openMailBox, valuesOf } from "./sealed-values.ts";

export type MailConfig = {
  /** `smtp://user:password@host:587`, `smtps://…:465`. */
  smtpUrl: string;
  /** The sender, `Balcão <cobranca@desk.example>`. */
  from: string;
  /** The application's public address, for links; '': mails have no link. */
  publicUrl: string;
  /** SECRET_KEY: opens the values of a mail that are encrypted in its job. */
  secret: string;
};

export type Mailer = {
  /** Sends the mail. `id` stays the same when the job is repeated, so that a mail server can drop the second one. */
  send(job: MailJob, id: string): Promise<void>;
  close(): void;
};

/** The recipient's address was refused for good: a repetition does not help. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Null without a mail server: mails are then not sent. */
export function readMailConfig(environment: Record<string, string | undefined>): MailConfig | null {
  const { SMTP_URL = "", MAIL_FROM = "", PUBLIC_URL = "", SECRET_KEY = "" } = environment;
  if (!SMTP_URL) return null;
  if (!/^smtps?:$/.test(URL.parse(SMTP_URL)?.protocol ?? ""))
    throw new ConfigError("SMTP_URL is wrong: write smtp://user:password@host:587 or smtps://user:password@host:465.");
  if (!MAIL_FROM.includes("@"))
    throw new ConfigError("MAIL_FROM is missing: the sender of mails, Balcão <address@your.domain>.");
  return { smtpUrl: SMTP_URL, from: MAIL_FROM, publicUrl: PUBLIC_URL.replace(/\/+$/, ""), secret: SECRET_KEY };
}

const WAIT_MS = 20_000;

export function openMailer({ smtpUrl, from, publicUrl, secret }: MailConfig): Mailer {
  const box = openMailBox(secret);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  return {
    async send(job, id) {
      const domain = /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";
      const to = { name: "", address: job.to };
      try {
        await transport.sendMail({
          from,
          to,
          messageId: `<${id}@${domain}>`,
          ...renderMail({ ...job, values: valuesOf(box, job) }, publicUrl),
        });
      } catch (error) {
        if (isRefusedForGood(error)) throw new MailRefused("the recipient was refused", { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "EENVELOPE" &&
  "responseCode" in error &&
  Number(error.responseCode) >= 500;
