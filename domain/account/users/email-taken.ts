import { DomainError } from "../../../contracts/domain-error.ts";

/** Another user, of any company, has the e-mail: only the directory sees all of them. */
export const emailTaken = () => new DomainError("ERR_VALIDATION", { fields: { email: ["taken"] } });
