import { and, eq, gt, gte, inArray, isNull, lt, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { schema } from "../../../../db/index.ts";

const { tickets, ticketTags } = schema;

/** Gives the value or the parameter of this name. */
type Value = (name: string) => SQLWrapper;

const isOneOf = (column: SQLWrapper, ids: SQLWrapper): SQL => sql`${column} = any(${ids}::uuid[])`;

/** The conditions of ticket lists, each with the names of its values. */
const conditions = {
  id: (value) => eq(tickets.id, value("id")),
  ids: (value) => isOneOf(tickets.id, value("ids")),
  contact: (value) => eq(tickets.contactId, value("contactId")),
  status: (value) => eq(tickets.status, value("status")),
  unclosed: () => ne(tickets.status, "closed"),
  own: (value) => eq(tickets.userId, value("ownerId")),
  group: (value) => eq(tickets.isGroup, value("isGroup")),
  unread: (value) =>
    and(gt(tickets.unreadMessages, 0), or(eq(tickets.userId, value("ownerId")), eq(tickets.status, "pending"))),
  queues: (value) => or(isOneOf(tickets.queueId, value("queueIds")), isNull(tickets.queueId)),
  users: (value) => isOneOf(tickets.userId, value("userIds")),
  tags: (value) =>
    inArray(
      tickets.id,
      sql`(select ${ticketTags.ticketId} from ${ticketTags} where ${and(
        eq(ticketTags.companyId, value("companyId")),
        isOneOf(ticketTags.tagId, value("tagIds")),
      )})`,
    ),
  createdOn: (value) => onDay(tickets.createdAt, value("createdOn"), value("timeZone")),
  updatedOn: (value) => onDay(tickets.updatedAt, value("updatedOn"), value("timeZone")),
} satisfies Record<string, (value: Value) => SQL | undefined>;

export type ConditionName = keyof typeof conditions;
/** Conditions of one list, and their values. */
export type Chosen = { conditions: ConditionName[]; values: Record<string, unknown> };

/** A single id is compared with `=`: Postgres would estimate an array of unknown length as ten elements. */
export const withIds = (ids: readonly string[]): Chosen =>
  ids.length === 1 ? { conditions: ["id"], values: { id: ids[0] } } : { conditions: ["ids"], values: { ids } };

export const conditionOf = (name: ConditionName, value: Value): SQL | undefined => conditions[name](value);

/** Returns the conditions with their values, for a statement that is not prepared. */
export function whereOf({ conditions: names, values }: Chosen): SQL | undefined {
  return and(...names.map((name) => conditionOf(name, (value) => sql`${sql.param(values[value])}`)));
}

function onDay(column: typeof tickets.createdAt | typeof tickets.updatedAt, day: SQLWrapper, zone: SQLWrapper) {
  const start = sql`(${day}::date::timestamp at time zone ${zone})`;
  const end = sql`((${day}::date + 1)::timestamp at time zone ${zone})`;
  return and(gte(column, start), lt(column, end));
}
