import type { Logger } from "pino";
import type { Database } from "../db/index.ts";
import { DomainError } from "../domain/domain-error.ts";
import { companiesWithDueSchedules, dueSchedules, sendSchedule } from "../domain/schedules/index.ts";
import type { Desk } from "./desk.ts";

const EVERY_MS = 3_000;
/** Of one company, before the others have their turn. */
const AT_ONCE = 50;

type Parts = { database: Database; desk: Desk; logger: Logger };

/** Sends the scheduled messages whose hour has come. Every connector does: each message finds one of them. */
export function startSchedules(parts: Parts, everyMs = EVERY_MS): { stop(): Promise<void> } {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function next(afterMs: number) {
    if (isStopping) return;
    timer = setTimeout(() => {
      running = sendDue(parts, () => isStopping)
        .catch((err) => parts.logger.warn({ err }, "scheduled messages will be tried again"))
        .then(() => next(everyMs));
    }, afterMs);
    timer.unref();
  }

  next(0);
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export async function sendDue({ database, desk, logger }: Parts, isStopping = () => false): Promise<void> {
  for (const companyId of await companiesWithDueSchedules(database.platform, new Date())) {
    for (const due of await desk.look(companyId, (ctx) => dueSchedules(ctx, AT_ONCE))) {
      if (isStopping()) return;
      try {
        await desk.act(companyId, (ctx) => sendSchedule(ctx, due));
      } catch (err) {
        // Its contact was deleted meanwhile, and it with it.
        if (err instanceof DomainError && err.code === "ERR_NO_CONTACT_FOUND") continue;
        logger.error({ err, companyId, scheduleId: due.id }, "a scheduled message was not sent");
      }
    }
  }
}
