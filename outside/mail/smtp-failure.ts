import type { MailProblem } from "../../contracts/office/mails.ts";

/** Where a session was. `envelope`: the recipient or the sender was being named. */
export type SmtpPhase = "connect" | "login" | "envelope" | "body";

export type SmtpFailure = {
  problem: MailProblem;
  /** The server's reply, or the error of the network. */
  reply: string;
  /** Null: the server did not reply. */
  replyCode: number | null;
  /** A repetition does not help. */
  isPermanent: boolean;
};

/** The mail server's address is in a private network. */
export class PrivateMailHost extends Error {
  override message = "the mail server is in a private network";
}

/** The mail server's port has no mail service. */
export class RefusedMailPort extends Error {
  override message = "the port is not one of a mail server";
}

const REPLY_LENGTH = 500;

/** Describes an error of a session. An error that does not come from SMTP or the network is thrown again. */
export function smtpFailure(error: unknown, phase: SmtpPhase): SmtpFailure {
  if (error instanceof PrivateMailHost)
    return { problem: "private", reply: error.message, replyCode: null, isPermanent: true };
  if (error instanceof RefusedMailPort)
    return { problem: "port", reply: error.message, replyCode: null, isPermanent: true };
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") throw error;
  const { responseCode, response, command } = error as { responseCode?: number; response?: string; command?: string };
  const replyCode = Number(responseCode) >= 400 && Number(responseCode) < 600 ? Number(responseCode) : null;
  const problem = problemOf({ code: error.code, message: error.message }, phase, command ?? "", replyCode);
  return {
    problem,
    reply: oneLine(replyCode === null ? error.message : (response ?? error.message)),
    replyCode,
    isPermanent: replyCode === null ? isPermanentCode(error.code) : replyCode >= 500,
  };
}

/** Replies are shown and stored: no control characters, which the database refuses in part, and a length that a screen can show. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, REPLY_LENGTH)
    .replace(/\p{Cs}$/u, "");

const isPermanentCode = (code: string): boolean => ["EAUTH", "ENOAUTH", "EMESSAGE"].includes(code);

function problemOf(
  { code, message }: { code: string; message: string },
  phase: SmtpPhase,
  command: string,
  replyCode: number | null,
): MailProblem {
  if (replyCode === null) {
    if (code === "ETIMEDOUT") return "timeout";
    if (["EDNS", "ENOTFOUND", "EAI_AGAIN"].includes(code)) return "address";
    // Errors of the handshake have the socket's code; only their text says that they are about TLS.
    if (code === "ETLS" || /\b(ssl|tls|certificate)\b/i.test(message)) return "tls";
    if (code === "EAUTH" || code === "ENOAUTH") return "login";
    return code === "EMESSAGE" ? "message" : "connect";
  }
  if (phase === "login") return "login";
  if (phase === "connect") return command.startsWith("STARTTLS") ? "tls" : "connect";
  if (phase === "body") return "message";
  if (command.startsWith("MAIL")) return "sender";
  return command.startsWith("DATA") ? "message" : "recipient";
}
