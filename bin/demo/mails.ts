import { uuidv7 } from "uuidv7";
import type { MailProblem, MailState } from "../../contracts/office/mails.ts";
import { type CompanyDb, schema } from "../../db/index.ts";

const MINUTE_MS = 60_000;
const DAY = 24 * 60;

type Person = "marina" | "ana";
type DemoRecipient = { address: string; state: MailState; problem?: MailProblem; reply?: string };
/** `inMinutes`: when a scheduled mail leaves. */
type DemoMail = {
  by: Person;
  minutesAgo: number;
  inMinutes?: number;
  subject: string;
  body: string;
  to: DemoRecipient[];
};

const accepted = (...names: string[]): DemoRecipient[] =>
  names.map((name) => ({ address: `${name}@exemplo.com.br`, state: "sent", reply: "250 OK: message queued" }));
const planned = (...names: string[]): DemoRecipient[] =>
  names.map((name) => ({ address: `${name}@exemplo.com.br`, state: "waiting" }));

/** Mails of the pottery's people, the newest first: sent, refused, unknown and scheduled. */
const mails: DemoMail[] = [
  {
    ...{ by: "marina", minutesAgo: 25, subject: "Convite: abertura do forno de dezembro" },
    body: "Oi!\n\nNo dia 5 de dezembro abrimos o forno grande às 10h, com café e as peças da coleção Serra Azul ainda mornas.\n\nQuem confirmar por aqui até quarta leva uma caneca de presente.\n\nUm abraço,\nMarina, Olaria Serra Azul",
    to: accepted("gi.freitas", "lucas.brandao", "helena", "otavio", "yara.tavares"),
  },
  {
    ...{ by: "ana", minutesAgo: 70, subject: "Orçamento 2.480: 40 xícaras" },
    body: "Bom dia!\n\nSegue o orçamento das 40 xícaras com entrega até 12/12.\n\nAna, Olaria Serra Azul",
    to: [
      {
        ...{ address: "reservas@flordovale.exemplo.com.br", state: "failed", problem: "recipient" },
        reply: "550 5.1.1 mailbox does not exist",
      },
    ],
  },
  {
    ...{ by: "ana", minutesAgo: 160, subject: "Lembrete: turma de terça às 19h" },
    body: "Oi, pessoal!\n\nAmanhã tem aula. Tragam avental; a argila e as ferramentas são por nossa conta.\n\nAté lá,\nAna, Olaria Serra Azul",
    to: [
      { address: "jonas.vilela@exemplo.com.br", state: "unknown", problem: "connect", reply: "connection closed" },
      ...accepted("gi.freitas", "lucas.brandao", "otavio"),
    ],
  },
  {
    ...{ by: "marina", minutesAgo: DAY + 180, subject: "Nota fiscal de outubro" },
    body: "Segue a nota fiscal 1.204 referente às peças de outubro.\n\nMarina, Olaria Serra Azul",
    to: accepted("financeiro"),
  },
  {
    ...{ by: "ana", minutesAgo: DAY + 320, subject: "Troca do vaso grande, pedido 48.117" },
    body: "Helena, a coleta ficou marcada para segunda entre 9h e 12h. Deixe o vaso na caixa original.\n\nAna",
    to: accepted("helena"),
  },
  {
    ...{ by: "marina", minutesAgo: 8 * DAY, subject: "Horário de fim de ano" },
    body: "De 15 a 23 de dezembro a loja da Savassi abre das 9h às 20h.\n\nMarina, Olaria Serra Azul",
    to: accepted("gi.freitas", "lucas.brandao", "yara.tavares"),
  },
  {
    ...{ by: "marina", minutesAgo: 40, inMinutes: 2 * DAY, subject: "Reajuste de frete para o interior" },
    body: "Olá!\n\nA partir de janeiro, o frete para o interior passa de R$ 38,00 para R$ 42,00.\n\nMarina, Olaria Serra Azul",
    to: planned("compras", "loja.centro", "atacado"),
  },
  {
    ...{ by: "marina", minutesAgo: 55, inMinutes: 9 * DAY, subject: "Nota fiscal de novembro" },
    body: "Segue a nota fiscal 1.231, referente às peças de novembro.\n\nMarina, Olaria Serra Azul",
    to: planned("financeiro"),
  },
];

type DemoOptions = { companyId: string; people: Record<Person, { id: string }>; now: number };

export async function insertMails(db: CompanyDb, { companyId, people, now }: DemoOptions): Promise<void> {
  for (const { by, minutesAgo, inMinutes, subject, body, to } of mails.toReversed()) {
    const createdAt = new Date(now - minutesAgo * MINUTE_MS);
    const sendAt = inMinutes === undefined ? null : new Date(now + inMinutes * MINUTE_MS);
    const mail = {
      companyId,
      id: uuidv7(),
      userId: people[by].id,
      subject,
      body,
      sendAt,
    };
    await db.insert(schema.mails).values({ ...mail, createdAt, updatedAt: createdAt });
    const rows = to.map(({ address, state, problem = null, reply = null }, position) => ({
      ...{ companyId, id: uuidv7(), mailId: mail.id, position, address, state, problem, reply },
      ...{ dueAt: sendAt ?? createdAt, updatedAt: createdAt, attempts: state === "waiting" ? 0 : 1 },
      sentAt: state === "sent" ? new Date(createdAt.getTime() + (position + 1) * 1_000) : null,
    }));
    await db.insert(schema.mailRecipients).values(rows);
  }
}
