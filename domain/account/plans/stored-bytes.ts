import { eq, sql } from "drizzle-orm";
import { GibiByte } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { storedBytes } = schema;

/** In units of 1024 MiB, rounded to three decimals. */
export const gigabytes = (bytes: number): number => Math.round((bytes / GibiByte) * 1_000) / 1_000;

/** Returns the bytes of a company's files: received, sent, and uploads that are not finished. */
export async function storedBytesOf({ db, companyId }: Pick<DeskContext, "db" | "companyId">): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${storedBytes.bytes}), 0)::float8` })
    .from(storedBytes)
    .where(eq(storedBytes.companyId, companyId));
  return row?.bytes ?? 0;
}
