import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { StoredFile } from "../../desk/files/index.ts";
import type { Context } from "../../ground/context.ts";
import { PLATFORM_FILES } from "./platform-files.ts";

const { announcements } = schema;

/** Returns the picture of an announcement that the actor may read: an active one, or any for super users. */
export async function findPicture(
  { db, actor }: Pick<Context, "db" | "actor">,
  fileId: string,
): Promise<StoredFile | null> {
  const [row] = await db
    .select({ picture: announcements.picture })
    .from(announcements)
    .where(
      and(
        sql`${announcements.picture} ->> 'fileId' = ${fileId}`,
        actor.isSuper ? undefined : eq(announcements.isActive, true),
      ),
    );
  if (!row?.picture) return null;
  const { name, mimetype, size } = row.picture;
  return { companyId: PLATFORM_FILES, id: fileId, name, mimetype, size };
}
