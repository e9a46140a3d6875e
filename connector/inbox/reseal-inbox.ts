import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { ChannelName } from "../../contracts/channels.ts";
import { type SecretBox, schema } from "../../db/index.ts";
import { type CompanyRuns, type Resealed, resealRows } from "../../domain/ground/reseal-rows.ts";

const { connections, inbox } = schema;

type Row = { connectionId: string; providerId: string; part: number; plaintext: Buffer };

/**
 * Encrypts what a company's connections of some channels have received with the first key of the box. Rows that are done too:
 * a message that is delivered again is read from its row.
 */
export function resealInbox(
  company: CompanyRuns,
  box: SecretBox,
  channels: readonly ChannelName[],
  placeOf: (row: Omit<Row, "plaintext">) => string,
): Promise<Resealed> {
  const { companyId } = company;
  const ofCompany = eq(inbox.companyId, companyId);
  const { connectionId, providerId, part, plaintext } = inbox;
  return resealRows<Row>(company, box, {
    read: (db, after, limit) =>
      db
        .select({ connectionId, providerId, part, plaintext })
        .from(inbox)
        .innerJoin(connections, and(eq(connections.companyId, companyId), eq(connections.id, connectionId)))
        .where(
          and(
            ofCompany,
            sql`${connections.channel} = any (${sql.param(channels)}::channel[])`,
            after && isAfter(after),
          ),
        )
        .orderBy(asc(connectionId), asc(providerId), asc(part))
        .limit(limit),
    sealed: (row) => row.plaintext,
    place: placeOf,
    write: (db, row, sealed) =>
      db
        .update(inbox)
        .set({ plaintext: sealed })
        .where(
          and(
            ofCompany,
            eq(connectionId, row.connectionId),
            eq(providerId, row.providerId),
            eq(part, row.part),
            eq(plaintext, row.plaintext),
          ),
        ),
  });

  function isAfter(row: Row): SQL {
    return sql`(${connectionId}, ${providerId}, ${part}) > (${row.connectionId}, ${row.providerId}, ${row.part})`;
  }
}
