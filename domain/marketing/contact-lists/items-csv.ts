import type { PhoneHome } from "../../../contracts/phones.ts";
import { csvLine, csvMark, csvNumber } from "../../desk/contacts/index.ts";
import type { ItemView } from "./list-items.ts";

/** Portuguese, like the file `contatos.csv`. The first three columns are those of an upload. */
export const itemsHead = csvMark + csvLine(["Nome", "Número", "E-mail", "Tem WhatsApp", "Pediu para sair em"]);

export function itemToCsv({ name, number, email, isWhatsappValid, optedOutAt }: ItemView, home: PhoneHome): string {
  const isValid = isWhatsappValid === null ? "" : isWhatsappValid ? "sim" : "não";
  return csvLine([name, csvNumber(number, home), email, isValid, optedOutAt?.toISOString().slice(0, 10) ?? ""]);
}
