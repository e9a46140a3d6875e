import { sql } from "drizzle-orm";
import type { PlatformContext } from "../../ground/context.ts";
import type { AnnouncementRow } from "./require-announcement.ts";

type State = Pick<AnnouncementRow, "isActive"> | null;

/** Logs a change in every company's change log. `before` and `after`: null where there was none, or is none any more. */
export async function logAnnouncement({ db }: PlatformContext, id: string, before: State, after: State): Promise<void> {
  const was = sql`${before?.isActive ?? null}::boolean`;
  const is = sql`${after?.isActive ?? null}::boolean`;
  await db.execute(sql`select log_announcement(${id}::uuid, ${was}, ${is})`);
}
