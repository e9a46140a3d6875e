import { createTransport } from "nodemailer";

export type TransportConfig = {
  /** `smtp://user:password@host:587`, `smtps://…:465`. */
  smtpUrl: string;
  /** The sender, `Balcão <cobranca@desk.example>`. */
  from: string;
};

export type WrittenMail = { to: string; subject: string; text: string; html: string };

export type MailTransport = {
  /**
   * Sends the mail. `id` stays the same when it is sent again, so that a mail server can drop the second one. Throws
   * `MailRefused`, or the network's error when the server is away.
   */
  send(mail: WrittenMail, id: string): Promise<void>;
  close(): void;
};

/** The recipient's address was refused for good: a repetition does not help. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

const WAIT_MS = 20_000;

/** Opens the platform's mail server. It connects when the first mail is sent. */
export function openMailTransport({ smtpUrl, from }: TransportConfig): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ to: address, ...content }, id) {
      try {
        await transport.sendMail({ from, to: { name: "", address }, messageId: `<${id}@${domain}>`, ...content });
      } catch (error) {
        if (isRefusedForGood(error)) throw new MailRefused("the recipient was refused", { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "EENVELOPE" &&
  "responseCode" in error &&
  Number(error.responseCode) >= 500;
