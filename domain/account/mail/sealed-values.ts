import type { MailJob } from "../../../contracts/account/mail.ts";
import { openSecretBox, type Secret, type SecretBox, type Secrets } from "../../../db/index.ts";

/** Encrypts the values of a mail that must not be read in the database. */
export const openMailBox = (secrets: Secret | Secrets): SecretBox => openSecretBox(secrets, "mail values v1");

type MailRecipient = Pick<MailJob, "companyId" | "to" | "template">;
const placeOf = ({ companyId, to, template }: MailRecipient) => `${companyId}/${to}/${template}`;

export const sealValues = (box: SecretBox, place: MailRecipient, values: MailJob["values"]): string =>
  box.seal(Buffer.from(JSON.stringify(values)), placeOf(place)).toString("base64");

/** Returns all values of the mail. Throws when they were sealed with another key. */
export function valuesOf(box: SecretBox, job: MailJob): MailJob["values"] {
  if (!job.sealed) return job.values;
  return { ...job.values, ...JSON.parse(box.open(Buffer.from(job.sealed, "base64"), placeOf(job)).toString()) };
}
