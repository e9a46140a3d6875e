import type { MailJob } from "../../../contracts/account/mail.ts";
import { ConfigError } from "../../../outside/environment/index.ts";
import { openMailTransport, type TransportConfig } from "../../../outside/mail/index.ts";
import { renderMail } from "./render-mail.ts";
import { openMailBox, valuesOf } from "./sealed-values.ts";

export type MailConfig = TransportConfig & {
  /** The application's public address, for links; '': mails have no link. */
  publicUrl: string;
  /** SECRET_KEY: opens the values of a mail that are encrypted in its job. */
  secret: string;
};

export type Mailer = {
  /** Sends the mail of a job; `id` is the job's. Throws `MailRefused` when the recipient's address is refused for good. */
  send(job: MailJob, id: string): Promise<void>;
  close(): void;
};

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

export function openMailer({ publicUrl, secret, ...server }: MailConfig): Mailer {
  const box = openMailBox(secret);
  const transport = openMailTransport(server);
  return {
    async send(job, id) {
      const content = renderMail({ ...job, values: valuesOf(box, job) }, publicUrl);
      await transport.send({ to: job.to, ...content }, id);
    },
    close: () => transport.close(),
  };
}
