import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type AddressObject, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { type BreakStep, breaksAt, refusalOf } from "./mail-faults.ts";
import type { Mailbox } from "./mailbox.ts";

const MAX_BYTES = 5 * 1024 * 1024;

export type MailServer = {
  /** Value for `SMTP_URL`. */
  url: string;
  stop(): Promise<void>;
};

type Answer = (error?: Error | null) => void;

/** Starts a mail server on this machine that keeps every mail in the mailbox and sends none on. Any login is accepted. */
export async function startMailServer(mailbox: Mailbox, port = 0): Promise<MailServer> {
  const { faults } = mailbox;
  /** Returns whether the connection ends here, without a reply. */
  function isBroken(session: SMTPServerSession, name: BreakStep): boolean {
    mailbox.onStep?.(name);
    if (!breaksAt(faults, name)) return false;
    for (const connection of server.connections as Set<{ session: SMTPServerSession; _socket: { destroy(): void } }>)
      if (connection.session === session) connection._socket.destroy();
    return true;
  }
  function step(session: SMTPServerSession, name: BreakStep, goOn: () => void): void {
    if (!isBroken(session, name)) goOn();
  }
  const refused = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ["PLAIN", "LOGIN"],
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onConnect: (session, answer: Answer) => step(session, "connect", () => answer()),
    onAuth: (auth, session, answer) =>
      step(session, "login", () =>
        faults.refuseLogin ? answer(refused(535, "user or password is wrong")) : answer(null, { user: auth.username }),
      ),
    onMailFrom: (_address, session, answer: Answer) => step(session, "sender", () => answer()),
    onRcptTo: ({ address }, session, answer: Answer) =>
      step(session, "recipient", () => {
        const refusal = refusalOf(faults, address);
        answer(refusal && refused(refusal.code, refusal.text));
      }),
    onData(stream, session, answer) {
      let isLost = false;
      stream.once("data", () => {
        isLost = isBroken(session, "body");
      });
      simpleParser(stream)
        .then((mail) => {
          if (isLost) return;
          mailbox.add({
            messageId: mail.messageId ?? "",
            from: textOf(mail.from),
            to: session.envelope.rcptTo.map(({ address }) => address).join(", "),
            subject: mail.subject ?? "",
            text: mail.text ?? "",
            html: mail.html || "",
          });
          step(session, "accepted", () => answer());
        })
        .catch(answer);
    },
  });
  // Clients that end a connection without saying so.
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const textOf = (address: AddressObject | undefined): string => address?.text ?? "";
