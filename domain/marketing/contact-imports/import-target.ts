import { type SQL, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import { insertContacts, renameContacts } from "../../desk/contacts/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { insertItems, updateItems } from "../contact-lists/index.ts";
import type { ImportRow } from "./require-import.ts";

const { contactAddresses, contactListItems, contacts } = schema;

/** A checked row with the person that it updates; null: none. */
export type PlannedRow = {
  row_number: number;
  name: string;
  number: string;
  email: string;
  match_key: string;
  address_kind: "phone" | "lid";
  person_id: string | null;
  person_number: string | null;
  person_email: string | null;
};

/** The place to which an import writes people: the company's contacts, or a contact list. */
export type ImportTarget = {
  /** Selects the person with the number of row `r`: id, name, number and email. */
  person(ctx: DeskContext): SQL;
  /** Creates people; returns the numbers of the rows whose phone number another transaction took meanwhile. */
  create(ctx: DeskContext, rows: readonly PlannedRow[]): Promise<Set<number>>;
  /** Sets the name and, if the row has one, the e-mail. */
  update(ctx: DeskContext, rows: readonly PlannedRow[]): Promise<void>;
};

export const targetOf = ({ listId }: Pick<ImportRow, "listId">): ImportTarget =>
  listId ? listTarget(listId) : contactsTarget;

const contactsTarget: ImportTarget = {
  // The LIMIT keeps the look-up by number on the index: as a flat join, with the statistics of a new database, every
  // row would scan all addresses.
  person: (ctx) => sql`select found.id, found.name, found.number, found.email from ${contactAddresses} as a
    join ${contacts} as found on found.company_id = ${ctx.companyId}::uuid and found.id = a.contact_id
    where a.company_id = ${ctx.companyId}::uuid and a.kind = r.address_kind and a.match_key = r.match_key limit 1`,

  async create(ctx, rows) {
    const taken = await insertContacts(
      ctx,
      rows.map(({ name, number, email, address_kind: kind, match_key: matchKey }) => ({
        ...{ name, number, email },
        address: { kind, matchKey, address: kind === "lid" ? matchKey : number },
      })),
    );
    return new Set(rows.filter((_, place) => taken.has(place)).map((row) => row.row_number));
  },

  update: (ctx, rows) => renameContacts(ctx, renamed(rows)),
};

const listTarget = (listId: string): ImportTarget => ({
  person: (ctx) => sql`select i.id, i.name, i.number, i.email from ${contactListItems} as i
    where i.company_id = ${ctx.companyId}::uuid and i.list_id = ${listId}::uuid and i.match_key = r.match_key limit 1`,

  async create(ctx, rows) {
    const made = new Set(await insertItems(ctx, listId, rows));
    return new Set(rows.filter((row) => !made.has(row.match_key)).map((row) => row.row_number));
  },

  update: (ctx, rows) => updateItems(ctx, renamed(rows)),
});

/** The person keeps the number as it is stored, and the e-mail when the row has none. */
const renamed = (rows: readonly PlannedRow[]) =>
  rows.flatMap(({ person_id: id, name, number, email, person_number, person_email }) =>
    id ? [{ id, name, number: person_number ?? number, email: email || (person_email ?? "") }] : [],
  );
