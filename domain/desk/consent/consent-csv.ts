import { localMinute } from "../../../contracts/local-time.ts";
import type { PhoneHome } from "../../../contracts/phones.ts";
import { csvLine, csvMark, csvNumber } from "../contacts/index.ts";
import type { ConsentEntry } from "./list-consent.ts";

const states = { out: "Pediu para não receber", in: "Aceita receber" } as const;
const sources = { message: "Mensagem do contato", user: "Usuário" } as const;

/** Returns the ledger of a contact as a CSV file, with times in the company's time zone. */
export function consentToCsv(
  entries: readonly ConsentEntry[],
  { timeZone, home }: { timeZone: string; home: PhoneHome },
): string {
  const head = [
    `Data e hora (${timeZone})`,
    "Situação",
    "Origem",
    "Mensagem",
    "Motivo",
    "Usuário",
    "Campanha",
    "Número",
  ];
  const lines = entries.map((entry) => [
    localMinute(entry.at, timeZone).replace("T", " "),
    states[entry.state],
    sources[entry.source],
    entry.wording,
    entry.reason,
    entry.userName ?? "",
    entry.campaignName ?? "",
    csvNumber(entry.address, home),
  ]);
  return csvMark + [head, ...lines].map(csvLine).join("");
}
