import type { ExclusionReason, RecipientState } from "../../sync/contracts/campaigns.ts";
import { localMinute } from "../../sync/contracts/local-time.ts";
import { csvLine, csvMark } from "../contacts/index.ts";
import type { RecipientView } from "./list-recipients.ts";

const states: Record<RecipientState, string> = {
  waiting: "Aguardando",
  asked: "Confirmação pedida",
  confirmed: "Confirmou",
  sent: "Enviada",
  delivered: "Entregue",
  read: "Lida",
  replied: "Respondeu",
  failed: "Falhou",
  excluded: "Não recebe",
};

const reasons: Record<ExclusionReason, string> = {
  notOnWhatsapp: "Não está no WhatsApp",
  blocked: "Contato bloqueado",
  optedOut: "Pediu para não receber",
  duplicate: "Repetido",
  noNumber: "Sem número",
  outsideWindow: "Fora da janela de 24 horas",
  declined: "Respondeu que não",
  noAnswer: "Não respondeu",
};

export const recipientCsvHead =
  csvMark +
  csvLine([
    "Nome",
    "Número",
    "E-mail",
    "Situação",
    "Motivo",
    "Conexão",
    "Mensagem",
    "Confirmação pedida",
    "Confirmada",
    "Enviada",
    "Entregue",
    "Lida",
    "Respondida",
  ]);

/** Returns a recipient as a line of the export, with times in the time zone. An error keeps its code. */
export function recipientToCsv(recipient: RecipientView, timeZone: string): string {
  const { name, number, email, state, reason, connectionName, variant } = recipient;
  const { askedAt, confirmedAt, sentAt, deliveredAt, readAt, repliedAt } = recipient;
  const times = [askedAt, confirmedAt, sentAt, deliveredAt, readAt, repliedAt];
  return csvLine([
    ...[name, number, email, states[state], reason ? (reasons[reason as ExclusionReason] ?? reason) : ""],
    ...[connectionName ?? "", String(variant)],
    ...times.map((at) => (at ? localMinute(at, timeZone).replace("T", " ") : "")),
  ]);
}
