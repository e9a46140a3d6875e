import { Hono, type MiddlewareHandler } from "hono";
import type { Database } from "../../db/index.ts";
import type { BackupPlan } from "../../domain/account/backups/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { Invite } from "../session/index.ts";
import { auditRoutes } from "./audit/routes.ts";
import { backupRoutes } from "./backups/routes.ts";
import { platformCompanyRoutes } from "./companies/routes.ts";
import { platformInvoiceRoutes } from "./invoices/routes.ts";
import { planRoutes } from "./plans/routes.ts";

type Deps = {
  database: Database;
  signedIn: MiddlewareHandler<AppEnv>;
  invite: Invite;
  /** The daily backups as this process is set up; null: without a folder. */
  backupPlan: BackupPlan | null;
};

/** The calls of the platform's owner (super users). They precede `/companies/:id`, which would match their addresses. */
export function platformRoutes({ database, signedIn, invite, backupPlan }: Deps) {
  return new Hono<AppEnv>()
    .route("/", platformCompanyRoutes({ signedIn, invite }))
    .route("/", platformInvoiceRoutes({ signedIn }))
    .route("/", planRoutes({ signedIn, database }))
    .route("/", auditRoutes({ signedIn }))
    .route("/", backupRoutes({ signedIn, plan: backupPlan }));
}
