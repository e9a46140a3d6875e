export { type MailConfig, type Mailer, openMailer, readMailConfig } from "./mailer.ts";
export { queueAdminMails, queueCompanyMail, queueMail, queueSecretMail } from "./queue-mail.ts";
export { openMailBox } from "./sealed-values.ts";
