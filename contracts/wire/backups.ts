import * as v from "valibot";
import { backupFailures } from "../account/backups.ts";

const Instant = v.nullable(v.string());
const Count = v.nullable(v.number());

/**
 * `GET /backups`. `isPlanned`: a folder for backups is set. `isAlive`: a process that makes them runs. `newestAt`: when the
 * newest backup was begun. `last`: the last attempt; its numbers but `durationMs` are those of the last good one.
 */
export const BackupsWire = v.object({
  isPlanned: v.boolean(),
  isAlive: v.boolean(),
  folder: v.nullable(v.string()),
  at: v.nullable(v.string()),
  timeZone: v.string(),
  kept: v.number(),
  newestAt: Instant,
  runningSince: Instant,
  last: v.nullable(
    v.object({
      finishedAt: v.string(),
      isGood: v.boolean(),
      failure: v.nullable(v.picklist(backupFailures)),
      durationMs: v.number(),
      bytes: Count,
      rows: Count,
      files: Count,
      linked: Count,
    }),
  ),
});
export type BackupsWire = v.InferOutput<typeof BackupsWire>;
