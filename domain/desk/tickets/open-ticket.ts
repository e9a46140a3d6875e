import { and, eq, ne } from "drizzle-orm";
import { type ParamBuilder, schema } from "../../../db/index.ts";

const { tickets } = schema;

/** A condition for the one unclosed ticket of `companyId`, `contactId` and `connectionId`, in a prepared query. */
export function isOpenTicketOf(param: ParamBuilder) {
  return and(
    eq(tickets.companyId, param("companyId")),
    eq(tickets.contactId, param("contactId")),
    eq(tickets.connectionId, param("connectionId")),
    ne(tickets.status, "closed"),
  );
}
