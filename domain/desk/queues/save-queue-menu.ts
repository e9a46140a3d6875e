import { and, eq, notInArray, or, sql } from "drizzle-orm";
import type { MenuLine } from "../../../contracts/desk/queues.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { siblingsOf } from "./queue-options.ts";

const { queueOptions } = schema;

/** Replaces the queue's menu by these options, each level in the given order. */
export async function saveQueueMenu(ctx: Context, queueId: string, lines: readonly MenuLine[]): Promise<void> {
  const { companyId, now, db } = ctx;
  const counts = new Map<string | null, number>();
  // Saved before others are deleted, because options below a deleted one may have moved.
  for (const line of lines) {
    const { parentId, title, message } = line;
    const position = (counts.get(parentId) ?? 0) + 1;
    counts.set(parentId, position);
    const given = sql`(${queueOptions.title}, ${queueOptions.message}, ${queueOptions.position})`;
    await db
      .insert(queueOptions)
      .values({ ...line, companyId, queueId, position, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [queueOptions.companyId, queueOptions.id],
        set: { parentId, title, message, position, updatedAt: now },
        setWhere: and(
          eq(queueOptions.queueId, queueId),
          or(
            sql`${given} <> (${title}, ${message}, ${position})`,
            sql`${queueOptions.parentId} is distinct from ${parentId}::uuid`,
          ),
        ),
      });
  }
  const ids = lines.map(({ id }) => id);
  await db
    .delete(queueOptions)
    .where(
      and(
        eq(queueOptions.companyId, companyId),
        eq(queueOptions.queueId, queueId),
        ids.length > 0 ? notInArray(queueOptions.id, ids) : undefined,
      ),
    );
  // An option of another queue's menu was left unchanged.
  const saved = await siblingsOf(ctx, queueId);
  if (saved.length < lines.length) throw new DomainError("ERR_VALIDATION", { fields: { menu: ["elsewhere"] } });
}
