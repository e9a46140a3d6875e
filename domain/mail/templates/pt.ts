import type { MailTemplates } from "../mail.ts";
import { formatsOf } from "./formats.ts";
import { resetPath, spaced } from "./reset-code.ts";

const { day, money } = formatsOf("pt-BR");
const daysLeft = (days: number) => (days === 0 ? "vence hoje" : days === 1 ? "vence amanhã" : `vence em ${days} dias`);
const invoices = { label: "Ver faturas", path: "/financeiro" };

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
  passwordReset: ({ name, email, minutes, code }) => ({
    subject: "Código para redefinir sua senha",
    paragraphs: [
      `Olá, ${name}.`,
      `Seu código é ${spaced(code)}. Ele vale por ${minutes} minutos e só uma vez.`,
      "Se você não pediu, desconsidere este e-mail: sua senha continua a mesma. Não passe o código a ninguém.",
    ],
    link: { label: "Digitar o código", path: resetPath(email) },
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
};
