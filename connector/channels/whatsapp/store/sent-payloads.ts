import { proto } from "@whiskeysockets/baileys";
import { and, eq } from "drizzle-orm";
import { type Database, schema } from "../../../../db/index.ts";
import { type Lease, requireLease } from "../../../ownership/lease.ts";

const { sentPayloads } = schema;

/** Stores every message as it was encoded, so that a retry, or a phone that could not read it, gets the same bytes. */
export function openSentPayloads(database: Database, lease: Lease) {
  const { companyId, connectionId } = lease;
  return {
    async find(providerId: string): Promise<proto.IMessage | undefined> {
      const [row] = await database.company(companyId, (db) =>
        db
          .select({ data: sentPayloads.data })
          .from(sentPayloads)
          .where(
            and(
              eq(sentPayloads.companyId, companyId),
              eq(sentPayloads.connectionId, connectionId),
              eq(sentPayloads.providerId, providerId),
            ),
          ),
      );
      return row && proto.Message.decode(row.data);
    },
    async keep(providerId: string, message: proto.IMessage): Promise<void> {
      const data = Buffer.from(proto.Message.encode(message).finish());
      await database.company(companyId, async (db) => {
        await requireLease(db, lease);
        await db.insert(sentPayloads).values({ companyId, connectionId, providerId, data }).onConflictDoNothing();
      });
    },
  };
}
export type SentPayloads = ReturnType<typeof openSentPayloads>;
