import type { MailJob, MailTemplate } from "../../../contracts/account/mail.ts";
import { escapeHtml } from "../../../contracts/html.ts";
import type { Language } from "../../../contracts/languages.ts";
import type { MailParagraph, MailTemplates, MailValues } from "./mail.ts";
import { en } from "./templates/en.ts";
import { es } from "./templates/es.ts";
import { pt } from "./templates/pt.ts";

const templates: Record<Language, MailTemplates> = { pt, en, es };

export type RenderedMail = { subject: string; text: string; html: string };

/** Returns the mail as text and as HTML. Without `publicUrl` it has no link. */
export function renderMail(
  { template, language, values }: Pick<MailJob, "template" | "language" | "values">,
  publicUrl: string,
): RenderedMail {
  const { subject, paragraphs, link } = contentOf(templates[language], template, values);
  const href = link && publicUrl && `${publicUrl}${link.path}`;
  const text = [...paragraphs.map(plain), ...(href ? [`${link.label}: ${href}`] : []), "Balcão"].join("\n\n");
  const html = [
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>`,
    '<body style="margin:0;padding:24px;background:#f6f5f2;color:#22201c;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:12px">',
    ...paragraphs.map(htmlOf),
    ...(href ? [`<p><a href="${escapeHtml(href)}" style="color:#1d7f52">${escapeHtml(link.label)}</a></p>`] : []),
    '<p style="color:#6b675f">Balcão</p></div></body></html>',
  ].join("\n");
  return { subject, text: `${text}\n`, html };
}

const plain = (paragraph: MailParagraph): string =>
  typeof paragraph === "string" ? paragraph : "code" in paragraph ? paragraph.code : paragraph.note;

const CODE_STYLE = "margin:12px 0;font-size:40px;line-height:48px;font-weight:600;letter-spacing:.06em";
const NOTE_STYLE = "padding-top:12px;border-top:1px solid #e3e1dc;font-size:13px;color:#6b675f";

function htmlOf(paragraph: MailParagraph): string {
  const text = escapeHtml(plain(paragraph));
  if (typeof paragraph === "string") return `<p>${text}</p>`;
  return `<p style="${"code" in paragraph ? CODE_STYLE : NOTE_STYLE}">${text}</p>`;
}

/** The job's values are the template's: `queueMail` takes no others. */
function contentOf<T extends MailTemplate>(known: MailTemplates, template: T, values: MailJob["values"]) {
  return known[template](values as MailValues[T]);
}
