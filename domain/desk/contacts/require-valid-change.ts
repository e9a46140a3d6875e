import { changeProblems } from "../../../contracts/desk/contacts.ts";
import { DomainError } from "../../../contracts/domain-error.ts";

type Person = { name: string; email: string };

/** Refuses a new name or e-mail that is not valid. The stored ones are accepted unchanged: people choose their own names. */
export function requireValidChange(change: Partial<Person>, stored: Person): void {
  const fields = changeProblems(change, stored);
  if (Object.keys(fields).length > 0) throw new DomainError("ERR_VALIDATION", { fields });
}
