import * as v from "valibot";
import { backupFailures } from "../../../contracts/account/backups.ts";
import { BackupsWire } from "../../../contracts/wire/backups.ts";
import { AnswerTime, Count, TimeZone } from "../../http/answer-values.ts";

/** A number of the last good backup. */
const goodCount = (meaning: string) =>
  v.pipe(v.nullable(Count), v.description(`${meaning} of the last good backup; null: there is none`));

export const BackupsAnswer = v.object({
  ...BackupsWire.entries,
  isPlanned: v.pipe(v.boolean(), v.description("A folder for backups is set")),
  isAlive: v.pipe(v.boolean(), v.description("A process that makes backups runs")),
  folder: v.pipe(v.nullable(v.string()), v.description("null: no backup is planned")),
  at: v.pipe(
    v.nullable(v.pipe(v.string(), v.isoTime())),
    v.description("HH:mm of each day in `timeZone`; null: no backup is planned"),
  ),
  timeZone: TimeZone,
  kept: v.pipe(Count, v.description("Backups in the folder")),
  newestAt: v.pipe(v.nullable(AnswerTime), v.description("When the newest backup was begun; UTC, ISO 8601")),
  runningSince: v.pipe(
    v.nullable(AnswerTime),
    v.description("When the backup that is being written was begun; UTC, ISO 8601"),
  ),
  last: v.pipe(
    v.nullable(
      v.object({
        finishedAt: AnswerTime,
        isGood: v.boolean(),
        failure: v.pipe(v.nullable(v.picklist(backupFailures)), v.description("null: it is good")),
        durationMs: v.pipe(Count, v.description("Milliseconds")),
        bytes: goodCount("Bytes, with linked files,"),
        rows: goodCount("Rows"),
        files: goodCount("Files"),
        linked: goodCount("Files, linked to an earlier backup,"),
      }),
    ),
    v.description("The last attempt; null: there was none"),
  ),
});
