import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PhoneHome } from "../../../contracts/phones.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { csvLine, csvMark, csvNumber } from "./csv.ts";
import { type ContactFilter, contactsOf } from "./list-contacts.ts";

const { contacts } = schema;

export type ExportedContact = { id: string; name: string; number: string; email: string };

const AT_ONCE = 1_000;

/** Returns the next contacts of an export, by name, after the last one of the previous part; without groups. */
export async function exportContacts(
  ctx: Context,
  filter: Pick<ContactFilter, "search" | "tagIds" | "ids">,
  after: ExportedContact | null,
): Promise<ExportedContact[]> {
  const later: SQL | undefined =
    after === null ? undefined : sql`(${contacts.name}, ${contacts.id}) > (${after.name}, ${after.id}::uuid)`;
  return ctx.db
    .select({ id: contacts.id, name: contacts.name, number: contacts.number, email: contacts.email })
    .from(contacts)
    .where(and(await contactsOf(ctx, filter), eq(contacts.isGroup, false), later))
    .orderBy(contacts.name, contacts.id)
    .limit(AT_ONCE);
}

export const csvHead = csvMark + csvLine(["Nome", "Número", "E-mail"]);

export const contactToCsv = ({ name, number, email }: ExportedContact, home: PhoneHome): string =>
  csvLine([name, csvNumber(number, home), email]);
