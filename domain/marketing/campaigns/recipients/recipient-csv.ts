import { localMinute } from "../../../../contracts/local-time.ts";
import type { ExclusionReason, RecipientState } from "../../../../contracts/marketing/campaigns.ts";
import type { PhoneHome } from "../../../../contracts/phones.ts";
import { csvLine, csvMark, csvNumber } from "../../../desk/contacts/index.ts";
import type { RecipientView } from "./list-recipients.ts";

/** The words of the report's screen (`campaigns_state_…`, `campaigns_reason_…`): a test compares them. */
export const csvStates: Record<RecipientState, string> = {
  waiting: "Na fila",
  asked: "Pergunta enviada",
  confirmed: "Confirmou",
  sent: "Enviada",
  delivered: "Entregue",
  read: "Lida",
  replied: "Respondeu",
  failed: "Não saiu",
  excluded: "Ficou de fora",
};

export const csvReasons: Record<ExclusionReason, string> = {
  notOnWhatsapp: "Número sem WhatsApp",
  blocked: "Contato bloqueado",
  optedOut: "Pediu para sair",
  duplicate: "Repetido na lista e na tag",
  noNumber: "Sem número",
  outsideWindow: "Fora da janela de 24 horas",
  declined: "Respondeu não",
  noAnswer: "Não respondeu em 72 horas",
};

/** Returns the first line of the export, which names the time zone of its times. */
export const recipientCsvHead = (timeZone: string): string =>
  csvMark +
  csvLine([
    "Nome",
    "Número",
    "E-mail",
    "Situação",
    "Motivo",
    "Conexão",
    "Mensagem",
    ...["Confirmação pedida", "Confirmada", "Enviada", "Entregue", "Lida", "Respondida"].map(
      (time) => `${time} (${timeZone})`,
    ),
  ]);

/** Returns a recipient as a line of the export, with times in the time zone. An error keeps its code. */
export function recipientToCsv(
  recipient: RecipientView,
  { timeZone, home }: { timeZone: string; home: PhoneHome },
): string {
  const { name, number, email, state, reason, connectionName, variant } = recipient;
  const { askedAt, confirmedAt, sentAt, deliveredAt, readAt, repliedAt } = recipient;
  const times = [askedAt, confirmedAt, sentAt, deliveredAt, readAt, repliedAt];
  return csvLine([
    ...[
      name,
      csvNumber(number, home),
      email,
      csvStates[state],
      reason ? (csvReasons[reason as ExclusionReason] ?? reason) : "",
    ],
    ...[connectionName ?? "", String(variant)],
    ...times.map((at) => (at ? localMinute(at, timeZone).replace("T", " ") : "")),
  ]);
}
