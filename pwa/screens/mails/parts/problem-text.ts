import type { MailProblem } from "../../../../contracts/office/mails.ts";
import { m } from "../../../i18n/paraglide/messages.js";

const problems: Record<MailProblem, () => string> = {
  notSetUp: m.email_problem_notSetUp,
  address: m.email_problem_address,
  private: m.email_problem_private,
  port: m.email_problem_port,
  connect: m.email_problem_connect,
  timeout: m.email_problem_timeout,
  tls: m.email_problem_tls,
  login: m.email_problem_login,
  sender: m.email_problem_sender,
  recipient: m.email_problem_recipient,
  message: m.email_problem_message,
  tooLate: m.email_problem_tooLate,
};

/** Says why a mail or a test of the mail server failed. */
export const problemText = (problem: MailProblem): string => problems[problem]();
