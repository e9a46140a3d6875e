import type { Logger } from "pino";
import type { MailJob } from "../../contracts/account/mail.ts";
import type { Mailer } from "../../domain/account/mail/index.ts";
import { MailRefused } from "../../outside/mail/index.ts";

/** Returns the handler of `mail.send`. Logs name the job and the template, never the recipient. */
export function openMailSender({
  mailer,
  logger,
  now = () => new Date(),
}: {
  mailer: Mailer | null;
  logger: Logger;
  now?: () => Date;
}) {
  let hasSaidSo = false;
  return async (job: MailJob, jobId: string): Promise<void> => {
    if (!mailer) {
      if (!hasSaidSo)
        logger.warn({ event: "mail_not_set_up" }, "Mails are not sent: SMTP_URL and MAIL_FROM are not set");
      hasSaidSo = true;
      return;
    }
    const { template, companyId, expiresAt } = job;
    if (expiresAt && Date.parse(expiresAt) <= now().getTime()) {
      logger.warn({ event: "mail_expired", jobId, template, companyId }, "Mail was not sent: it came too late");
      return;
    }
    try {
      await mailer.send(job, jobId);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      logger.warn(
        { event: "mail_refused", jobId, template, companyId },
        "Mail was not sent: the recipient was refused",
      );
    }
  };
}
