import type { RejectedRowView } from "../../../../../sync/contracts/contact-imports.ts";
import { m } from "../../../../i18n/paraglide/messages.js";

/** Fewer digits than the shortest phone number with country code. */
const FEWEST_DIGITS = 8;

/** Says why a row of a spreadsheet is not imported. */
export function rejectionText({ problem, name, number, repeats }: RejectedRowView): string {
  switch (problem) {
    case "name":
      return name === "" ? m.contacts_import_no_name() : m.contacts_import_bad_name();
    case "number":
      return numberProblem(number);
    case "email":
      return m.contacts_import_bad_email();
    case null:
      return repeats === null ? m.contacts_import_same() : m.contacts_import_repeats({ row: repeats });
  }
}

function numberProblem(number: string): string {
  if (number === "") return m.contacts_import_no_number();
  const digits = number.replace(/\D/g, "").length;
  return digits < FEWEST_DIGITS ? m.contacts_import_short_number() : m.contacts_import_bad_number();
}
