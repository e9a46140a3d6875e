import MailComposer from "nodemailer/lib/mail-composer";
import type { MailSender } from "../../contracts/account/mail-server.ts";
import { escapeHtml } from "../../contracts/html.ts";

export type MailContent = { from: MailSender; to: string; subject: string; body: string; messageId: string };

/** Builds the mail: plain text, and the same as escaped HTML. */
export function buildMail({ from, to, subject, body, messageId }: MailContent): Promise<Buffer> {
  const html = [
    '<!doctype html><html><meta charset="utf-8"><body style="font:16px/1.5 system-ui,sans-serif;color:#22201c">',
    `<p>${escapeHtml(body).replace(/\r?\n/g, "<br>\n")}</p></body></html>`,
  ].join("\n");
  return new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: "", address: to },
    subject,
    text: body,
    html,
    messageId: `<${messageId}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
