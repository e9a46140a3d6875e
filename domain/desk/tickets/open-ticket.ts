import { and, eq, ne, type SQLWrapper } from "drizzle-orm";
import { type ParamBuilder, schema } from "../../../db/index.ts";

const { tickets } = schema;

/**
 * A condition for the one unclosed ticket of `companyId`, `contactId` and `connectionId`, in a prepared query. `contact`
 * may be another expression for the contact's id.
 */
export function isOpenTicketOf(param: ParamBuilder, contact: SQLWrapper = param("contactId")) {
  return and(
    eq(tickets.companyId, param("companyId")),
    eq(tickets.contactId, contact),
    eq(tickets.connectionId, param("connectionId")),
    ne(tickets.status, "closed"),
  );
}
