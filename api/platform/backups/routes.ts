import { Hono, type MiddlewareHandler } from "hono";
import type { BackupsWire } from "../../../contracts/wire/backups.ts";
import { type BackupPlan, type BackupsView, showBackups } from "../../../domain/account/backups/index.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { describe } from "../../http/reference/describe.ts";
import { superOnly } from "../../session/index.ts";
import { BackupsAnswer } from "./answers.ts";

/** `plan`: the settings of this process. */
export function backupRoutes({ signedIn, plan }: { signedIn: MiddlewareHandler<AppEnv>; plan: BackupPlan | null }) {
  return new Hono<AppEnv>().get(
    "/backups",
    describe("backups", "Read the plan of daily backups, and how the last one went (super users)", {
      200: BackupsAnswer,
    }),
    signedIn,
    superOnly,
    async (c) => c.json(backupsToWire(await c.var.platform((ctx) => showBackups(ctx, plan), { isReading: true }))),
  );
}

function backupsToWire({ isPlanned, isAlive, plan, timeZone, row }: BackupsView): BackupsWire {
  return {
    ...{ isPlanned, isAlive, timeZone, folder: plan?.folder ?? null, at: plan?.at ?? null, kept: row?.kept ?? 0 },
    newestAt: row?.newestAt?.toISOString() ?? null,
    runningSince: row?.runningSince?.toISOString() ?? null,
    last: row && lastToWire(row),
  };
}

function lastToWire(row: NonNullable<BackupsView["row"]>): BackupsWire["last"] {
  const { finishedAt, isGood, failure, durationMs, bytes, rows, files, linked } = row;
  if (finishedAt === null || isGood === null || durationMs === null) return null;
  return { finishedAt: finishedAt.toISOString(), isGood, failure, durationMs, bytes, rows, files, linked };
}
