import type { MailParagraph, MailTemplates } from "../mail.ts";
import { resetPath, signInPath, signUpPath, spaced } from "./codes.ts";
import { formatsOf } from "./formats.ts";

const { amount, day, money, moment } = formatsOf("pt-BR");
const daysLeft = (days: number) => (days === 0 ? "vence hoje" : days === 1 ? "vence amanhã" : `vence em ${days} dias`);
const invoices = { label: "Ver faturas", path: "/financeiro" };

const codeMail = (until: string, code: string) => ({
  subject: `${code} é o seu código do Balcão`,
  paragraphs: [
    "Use este código para confirmar o seu e-mail:",
    { code: spaced(code) },
    `Vale até ${until}. Digite na página em que você pediu.`,
  ] as MailParagraph[],
  link: null,
});

export const pt: MailTemplates = {
  welcome: ({ name, company, lastDay }) => ({
    subject: `${company} está no Balcão`,
    paragraphs: [
      `Olá, ${name}.`,
      `A conta de ${company} está criada. O período de teste vai até ${day(lastDay)}.`,
      "Para receber a primeira mensagem, conecte um número de WhatsApp em Conexões, crie uma fila e convide um colega.",
    ],
    link: { label: "Conectar um número", path: "/connections" },
  }),
  invoiceReminder: ({ company, invoice, amountCents, dueDate, days }) => ({
    subject: `A fatura ${invoice} ${daysLeft(days)}`,
    paragraphs: [
      `A fatura ${invoice} de ${company}, de ${money(amountCents)}, ${daysLeft(days)} (${day(dueDate)}).`,
      "Depois do vencimento, só administradores entram, e apenas para pagar. As mensagens dos clientes continuam chegando por 30 dias.",
      "Se você já pagou, desconsidere este e-mail.",
    ],
    link: invoices,
  }),
  paymentReceived: ({ company, invoice, amountCents, paidUntil }) => ({
    subject: `Pagamento da fatura ${invoice} confirmado`,
    paragraphs: [
      `O pagamento de ${money(amountCents)} da fatura ${invoice} de ${company} foi confirmado.`,
      `A assinatura está paga até ${day(paidUntil)}. O recibo está na lista de faturas.`,
    ],
    link: invoices,
  }),
  connectionsSuspended: ({ company, dueDate }) => ({
    subject: `As conexões de ${company} foram suspensas`,
    paragraphs: [
      `A assinatura de ${company} venceu em ${day(dueDate)}, há mais de 30 dias. As conexões foram suspensas: mensagens de clientes não chegam mais ao Balcão.`,
      "Nada foi apagado. Depois do pagamento, as conexões voltam sozinhas.",
    ],
    link: invoices,
  }),
  campaignScheduled: ({ campaign, campaignId, by, at }) => ({
    subject: `A campanha ${campaign} foi programada pela API`,
    paragraphs: [
      `A campanha ${campaign} foi programada pela API, por ${by}, para ${moment(at)}.`,
      "Ninguém viu o ensaio dela: confira quem recebe e o texto antes da hora. Se não deve sair, remova o agendamento.",
    ],
    link: { label: "Ver o ensaio", path: `/campaign/${campaignId}/preview` },
  }),
  storageFilling: ({ company, usedGb, limitGb }) => ({
    subject: `O espaço de ${company} está quase cheio`,
    paragraphs: [
      `Os arquivos de ${company} ocupam ${amount(usedGb)} de ${amount(limitGb)} GB.`,
      "Sem espaço, arquivos enviados são recusados, e os recebidos não são guardados. Exclua conversas internas e contatos antigos ou mude de plano.",
    ],
    link: { label: "Ver a assinatura", path: "/subscription" },
  }),
  passwordReset: ({ name, email, minutes, code }) => ({
    subject: "Código para redefinir sua senha",
    paragraphs: [
      `Olá, ${name}.`,
      `Seu código é ${spaced(code)}. Ele vale por ${minutes} minutos e só uma vez.`,
      "Se você não pediu, desconsidere este e-mail: sua senha continua a mesma. Não passe o código a ninguém.",
    ],
    link: { label: "Digitar o código", path: resetPath(email) },
  }),
  firstAccess: ({ name, email, company, days, code }) => ({
    subject: "Seu acesso ao Balcão",
    paragraphs: [
      `Olá, ${name}.`,
      `A conta de ${company} foi criada, e você a administra com o e-mail ${email}.`,
      `Para escolher sua senha, use o código ${spaced(code)}. Ele vale por ${days} dias e só uma vez. Depois disso, peça outro em "Esqueci minha senha".`,
    ],
    link: { label: "Escolher a senha", path: resetPath(email) },
  }),
  passwordChanged: ({ name, email }) => ({
    subject: "Sua senha foi redefinida",
    paragraphs: [
      `Olá, ${name}.`,
      `A senha da conta ${email} foi redefinida agora, e todos os aparelhos saíram da conta.`,
      "Se não foi você, redefina a senha outra vez e avise o administrador da sua empresa.",
    ],
    link: { label: "Redefinir a senha", path: "/forgetpsw" },
  }),
  signUpCode: ({ until, code }) => ({
    ...codeMail(until, code),
    paragraphs: [
      ...codeMail(until, code).paragraphs,
      {
        note: "Não pediu? Alguém digitou o seu e-mail por engano. Ignore esta mensagem: sem o código, nada é criado.",
      },
    ],
  }),
  signUpCodeKnown: ({ until, code }) => ({
    ...codeMail(until, code),
    paragraphs: [
      ...codeMail(until, code).paragraphs,
      "Você já tem uma conta com este e-mail. Depois do código, é só entrar nela.",
      { note: "Não pediu? Ignore esta mensagem. Sua conta não mudou e sua senha continua valendo." },
    ],
  }),
  signUpLink: ({ hours, token }) => ({
    subject: "Confirme o seu e-mail no Balcão",
    paragraphs: [
      "Abra o link para confirmar o seu e-mail e criar a conta.",
      `Ele vale por ${hours} horas e só uma vez.`,
      { note: "Não pediu? Alguém digitou o seu e-mail por engano. Não abra o link: sem ele, nada é criado." },
    ],
    link: { label: "Criar a conta", path: signUpPath(token) },
  }),
  signUpKnown: () => ({
    subject: "Você já tem uma conta no Balcão",
    paragraphs: [
      "Pediram uma conta nova com este e-mail. Você já tem uma: é só entrar nela.",
      'Se esqueceu a senha, peça um código em "Esqueci minha senha".',
      { note: "Não pediu? Ignore esta mensagem. Sua conta não mudou e sua senha continua valendo." },
    ],
    link: { label: "Entrar", path: signInPath },
  }),
};
