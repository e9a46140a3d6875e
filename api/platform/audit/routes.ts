import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { AuditEntryWire } from "../../../contracts/wire/audit.ts";
import { type AuditEntryView, pageOfAudit } from "../../../domain/account/audit/index.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { IdOrNothing, PageOf20, searchFor } from "../../http/query.ts";
import { describe } from "../../http/reference/describe.ts";
import { validated } from "../../http/validate.ts";
import { superOnly } from "../../session/index.ts";
import { AuditPageAnswer } from "./answers.ts";

const Query = v.object({
  searchParam: searchFor("Words of the names of user, subject and company, and of the reason"),
  pageNumber: PageOf20,
  companyId: v.pipe(IdOrNothing, v.description("Changes of this company alone")),
});

export function auditRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>().get(
    "/audit",
    describe("audit", "List changes of companies, plans, help videos and invoices, newest first (super users)", {
      200: AuditPageAnswer,
    }),
    signedIn,
    superOnly,
    validated("query", Query),
    async (c) => {
      const { searchParam: search, pageNumber: page, companyId } = c.req.valid("query");
      const of = { search, page, companyId: companyId ?? undefined };
      const { entries, hasMore } = await c.var.platform((ctx) => pageOfAudit(ctx, of), { isReading: true });
      return c.json({ entries: entries.map(entryToWire), hasMore });
    },
  );
}

function entryToWire(entry: AuditEntryView): AuditEntryWire {
  const { id, action, userId, userName, subjectCompanyId, companyName, changes, reason, createdAt } = entry;
  return {
    ...{ id, action, changes, reason },
    user: userId === null ? null : { id: userId, name: userName },
    company: subjectCompanyId === null || companyName === null ? null : { id: subjectCompanyId, name: companyName },
    subject: { id: entry.subjectId, name: entry.subjectName },
    createdAt: createdAt.toISOString(),
  };
}
