export { type MailConfig, type Mailer, MailRefused, openMailer, readMailConfig } from "./mailer.ts";
export { queueAdminMails, queueCompanyMail, queueMail, queueSecretMail } from "./queue-mail.ts";
export { escapeHtml } from "./render-mail.ts";
export { openMailBox } from "./sealed-values.ts";
