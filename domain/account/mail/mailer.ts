import type { MailJob } from "../../../contracts/account/mail.ts";
import type { Secret, Secrets } from "../../../db/index.ts";
import { ConfigError, readSecretKeys } from "../../../outside/environment/index.ts";
import { openMailTransport, type TransportConfig } from "../../../outside/mail/index.ts";
import { renderMail } from "./render-mail.ts";
import { openMailBox, valuesOf } from "./sealed-values.ts";

export type MailConfig = TransportConfig & {
  /** The application's public address, for links; '': mails have no link. */
  publicUrl: string;
  /** They open the values of a mail that are encrypted in its job. */
  secrets: Secret | Secrets;
};

export type Mailer = {
  /** Sends the mail of a job; `id` is the job's. Throws `MailRefused` when the recipient's address is refused for good. */
  send(job: MailJob, id: string): Promise<void>;
  close(): void;
};

/** Null without a mail server: mails are then not sent. */
export function readMailConfig(environment: Record<string, string | undefined>): MailConfig | null {
  const { SMTP_URL = "", MAIL_FROM = "", PUBLIC_URL = "" } = environment;
  if (!SMTP_URL) return null;
  if (!/^smtps?:$/.test(URL.parse(SMTP_URL)?.protocol ?? ""))
    throw new ConfigError("SMTP_URL is wrong: write smtp://user:password@host:587 or smtps://user:password@host:465.");
  if (!MAIL_FROM.includes("@"))
    throw new ConfigError("MAIL_FROM is missing: the sender of mails, Balcão <address@your.domain>.");
  const publicUrl = PUBLIC_URL.replace(/\/+$/, "");
  return { smtpUrl: SMTP_URL, from: MAIL_FROM, publicUrl, secrets: readSecretKeys(environment) };
}

export function openMailer({ publicUrl, secrets, ...server }: MailConfig): Mailer {
  const box = openMailBox(secrets);
  const transport = openMailTransport(server);
  return {
    async send(job, id) {
      const content = renderMail({ ...job, values: valuesOf(box, job) }, publicUrl);
      await transport.send({ to: job.to, ...content }, id);
    },
    close: () => transport.close(),
  };
}
