export { buildMail } from "./build-mail.ts";
export { MailRefused, openMailTransport, type TransportConfig } from "./mail-transport.ts";
export type { SmtpFailure } from "./smtp-failure.ts";
export { openSmtpSession, type SmtpServer, type SmtpSession, type SmtpWaits, usualWaits } from "./smtp-session.ts";
