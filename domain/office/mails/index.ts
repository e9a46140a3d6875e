export { cancelMail } from "./cancel-mail.ts";
export { decideUnknown, unknownDecisions } from "./decide-unknown.ts";
export {
  getMail,
  listMails,
  listSentMails,
  type MailDetails,
  type MailPage,
  type MailView,
  type SentMail,
} from "./list-mails.ts";
export { type MailRules, readMailRules } from "./mail-config.ts";
export { getMailSetup, mailServerToTest } from "./mail-server.ts";
export { companiesWithDueMails } from "./mail-work.ts";
export { resendMail } from "./resend-mail.ts";
export { sendDueMails } from "./send-due-mails.ts";
export { sendMail } from "./send-mail.ts";
export { sendMailNow } from "./send-mail-now.ts";
export { testMailServer } from "./test-mail-server.ts";
