import { and, eq, exists, or, type SQL, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { campaigns, chatMessages, contactImports, contactPictures, files, messages, quickMessages, schedules } = schema;

/** All columns that can name a file. Add a new column with a file id here: unnamed files are deleted. */
const namingTables = [messages, schedules, quickMessages, contactImports, contactPictures, campaigns, chatMessages];

/** A condition of a query on `files`: another row names the file. */
export const isUsed = ({ db, companyId }: DeskContext): SQL | undefined =>
  or(
    ...namingTables.map((table) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(table)
          .where(and(eq(table.companyId, companyId), eq(table.fileId, files.id))),
      ),
    ),
  );
