import type { RejectedRowView } from "../../../../../contracts/marketing/contact-imports.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { phoneProblemText } from "../../../../i18n/phone-text.ts";

/** Says why a row of a spreadsheet is not imported. */
export function rejectionText({ problem, number, repeats }: RejectedRowView): string {
  switch (problem) {
    case "name":
      return m.contacts_import_no_name();
    case "number":
      return m.contacts_import_bad_number();
    case "email":
      return m.contacts_import_bad_email();
    case null:
      return repeats === null ? m.contacts_import_same() : m.contacts_import_repeats({ row: repeats });
    default:
      return number === "" ? m.contacts_import_no_number() : phoneProblemText(problem);
  }
}
