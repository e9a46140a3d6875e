import { and, eq, type SQL, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { type ContactFilter, contactsOf } from "./list-contacts.ts";

const { contacts } = schema;

export type ExportedContact = { id: string; name: string; number: string; email: string };

const AT_ONCE = 1_000;

/** The next contacts of an export, by name, after the last one of the part before; groups are nobody's number. */
export async function exportContacts(
  ctx: Context,
  filter: Pick<ContactFilter, "search" | "tagIds">,
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

const BOM = "\uFEFF";
export const csvHead = `${BOM}${csvLine(["Nome", "Número", "E-mail"])}`;

export const contactToCsv = ({ name, number, email }: ExportedContact): string => csvLine([name, number, email]);

function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(";")}\r\n`;
}

/** What a spreadsheet would calculate is text here: a contact chooses its own name. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
