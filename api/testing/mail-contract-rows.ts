import type { ContractRow, Fields } from "./contract-rows.ts";

const record = (path: string): Fields => ({
  [`${path}id`]: "id",
  [`${path}subject`]: "text",
  [`${path}preview`]: "text",
  [`${path}userId`]: "id",
  [`${path}userName`]: "text?",
  [`${path}address`]: "text",
  [`${path}counts.sent`]: "number",
  [`${path}isScheduled`]: "flag",
  [`${path}sendAt`]: "iso?",
  [`${path}sendAtLocal`]: "text?",
  [`${path}createdAt`]: "iso",
});
const oneMail: Fields = {
  ...record(""),
  body: "text",
  timeZone: "text",
  "recipients[].id": "id",
  "recipients[].address": "text",
  "recipients[].state": "text",
  "recipients[].problem": "text?",
  "recipients[].reply": "text?",
  "recipients[].dueAt": "iso",
  "recipients[].sentAt": "iso?",
};
const mail = { email: "helena@cliente.example", tokenSenha: "", assunto: "Seu pedido", mensagem: "Saiu hoje." };
const refused = (code: string): Fields => ({ error: "text", code: `=${code}` });

/** Mails of a company. */
export const mailContractRows: ContractRow[] = [
  { call: "POST /enviar-email", body: mail, answer: { id: "id" } },
  {
    call: "POST /enviar-email",
    as: "to no address",
    body: { ...mail, email: "helena" },
    status: 400,
    answer: refused("ERR_VALIDATION"),
  },
  { call: "POST /agendar-envio-email", body: { ...mail, sendAt: "{tomorrow}T09:30" }, answer: { id: "id" } },
  {
    call: "POST /agendar-envio-email",
    as: "in the past",
    body: { ...mail, sendAt: "2026-01-01T09:30" },
    status: 400,
    answer: refused("ERR_MAIL_NOT_FUTURE"),
  },
  {
    call: "GET /listar-emails-enviados",
    answer: { "[].id": "id", "[].sender": "text", "[].subject": "text", "[].message": "text" },
  },
  {
    call: "POST /mails",
    body: { to: ["helena@cliente.example"], subject: "Seu pedido", body: "Saiu hoje." },
    answer: { id: "id" },
  },
  {
    call: "GET /mails",
    query: { group: "scheduled", searchParam: "pedido", pageNumber: "1" },
    answer: {
      ...record("records[]."),
      hasMore: "flag",
      count: "number",
      "groups.sent": "number",
      "groups.scheduled": "number",
      "groups.failed": "number",
      timeZone: "text",
    },
  },
  { call: "GET /mails/{mailId}", answer: oneMail },
  { call: "GET /mails/{nobody}", status: 404, answer: refused("ERR_NO_MAIL_FOUND") },
  { call: "POST /mails/{mailId}/cancel", answer: oneMail },
  { call: "POST /mails/{scheduledMailId}/send", answer: oneMail },
  { call: "POST /mails/{failedMailId}/resend", body: {}, answer: oneMail },
  { call: "POST /mails/{unknownMailId}/decide", body: { outcome: "arrived" }, answer: oneMail },
  {
    call: "POST /mails/{mailId}/resend",
    as: "without a failed recipient",
    body: {},
    status: 409,
    answer: refused("ERR_MAIL_STATE"),
  },
  { call: "GET /mail-setup", answer: { isSetUp: "flag", "from.name": "text", "from.address": "text" } },
  { call: "POST /mail-setup/test", by: "admin", answer: { problem: "text?", reply: "text" } },
  { call: "POST /mail-setup/test", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
];
