import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { type SecretBox, schema } from "../../../../db/index.ts";
import { type CompanyRuns, type Resealed, resealRows } from "../../../../domain/ground/reseal-rows.ts";
import { credentialsPlace, keyPlace } from "./auth-state.ts";

const { channelCredentials, channelKeys } = schema;

/** Encrypts the identities of a company's numbers with the first key of the box. */
export function resealCredentials(company: CompanyRuns, box: SecretBox): Promise<Resealed> {
  const { companyId } = company;
  const ofCompany = eq(channelCredentials.companyId, companyId);
  return resealRows<typeof channelCredentials.$inferSelect>(company, box, {
    read: (db, after, limit) =>
      db
        .select()
        .from(channelCredentials)
        .where(and(ofCompany, after && sql`${channelCredentials.connectionId} > ${after.connectionId}`))
        .orderBy(asc(channelCredentials.connectionId))
        .limit(limit),
    sealed: ({ data }) => data,
    place: ({ connectionId }) => credentialsPlace(companyId, connectionId),
    write: (db, { connectionId, data: former }, data) =>
      db
        .update(channelCredentials)
        .set({ data })
        .where(and(ofCompany, eq(channelCredentials.connectionId, connectionId), eq(channelCredentials.data, former))),
  });
}

/** The same for their Signal keys and sessions. */
export function resealKeys(company: CompanyRuns, box: SecretBox): Promise<Resealed> {
  const { companyId } = company;
  const ofCompany = eq(channelKeys.companyId, companyId);
  const { connectionId, type, id } = channelKeys;
  return resealRows<typeof channelKeys.$inferSelect>(company, box, {
    read: (db, after, limit) =>
      db
        .select()
        .from(channelKeys)
        .where(and(ofCompany, after && isAfter(after)))
        .orderBy(asc(connectionId), asc(type), asc(id))
        .limit(limit),
    sealed: ({ data }) => data,
    place: (row) => keyPlace(companyId, row.connectionId, row.type, row.id),
    write: (db, row, data) =>
      db
        .update(channelKeys)
        .set({ data })
        .where(
          and(
            ofCompany,
            eq(connectionId, row.connectionId),
            eq(type, row.type),
            eq(id, row.id),
            eq(channelKeys.data, row.data),
          ),
        ),
  });

  function isAfter(row: typeof channelKeys.$inferSelect): SQL {
    return sql`(${connectionId}, ${type}, ${id}) > (${row.connectionId}, ${row.type}, ${row.id})`;
  }
}
