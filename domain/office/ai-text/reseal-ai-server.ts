import { and, eq, isNotNull } from "drizzle-orm";
import { type SecretBox, schema } from "../../../db/index.ts";
import { type CompanyRuns, type Resealed, resealRows } from "../../ground/reseal-rows.ts";
import { placeOf } from "./ai-server.ts";

const { aiServers } = schema;

/** Encrypts the key of the company's own server with the first key of the box. */
export function resealAiServer(company: CompanyRuns, box: SecretBox): Promise<Resealed> {
  const ofCompany = eq(aiServers.companyId, company.companyId);
  return resealRows<{ sealed: Buffer | null }>(company, box, {
    // A company has one row.
    read: async (db, after) =>
      after
        ? []
        : db
            .select({ sealed: aiServers.sealed })
            .from(aiServers)
            .where(and(ofCompany, isNotNull(aiServers.sealed))),
    sealed: ({ sealed }) => sealed ?? Buffer.alloc(0),
    place: () => placeOf(company.companyId),
    write: (db, { sealed: former }, sealed) =>
      db
        .update(aiServers)
        .set({ sealed })
        .where(and(ofCompany, eq(aiServers.sealed, former ?? Buffer.alloc(0)))),
  });
}
