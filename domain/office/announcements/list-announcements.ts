import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { type CompanyDb, schema } from "../../../db/index.ts";
import { containing } from "../../ground/containing.ts";
import type { Actor } from "../../ground/context.ts";
import { countUpTo } from "../../ground/count-up-to.ts";
import type { AnnouncementRow } from "./require-announcement.ts";

const { announcements } = schema;

const PAGE_SIZE = 20;

/** `audience` is for super users, in transactions of the platform: companies with a reader, of all companies. */
export type AnnouncementView = AnnouncementRow & { audience: { readers: number; companies: number } | null };

type Reader = { db: CompanyDb; actor: Actor };

/** Returns a page, newest first, with the number of all: for super users every announcement, otherwise the active ones. */
export async function pageOfAnnouncements(
  { db, actor }: Reader,
  { search = "", page = 1, isActive }: { search?: string; page?: number; isActive?: boolean | undefined },
): Promise<{ announcements: AnnouncementView[]; hasMore: boolean; count: number }> {
  const shown = actor.isSuper ? isActive : true;
  const where = and(
    shown === undefined ? undefined : eq(announcements.isActive, shown),
    ...searchWords(search).map(matches),
  );
  const rows = await db
    .select()
    .from(announcements)
    .where(where)
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  const views = await withAudience({ db, actor }, rows.slice(0, PAGE_SIZE));
  return { announcements: views, hasMore: rows.length > PAGE_SIZE, count: await countUpTo(db, announcements, where) };
}

export async function showAnnouncement({ db, actor }: Reader, id: string): Promise<AnnouncementView> {
  const [row] = await db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), actor.isSuper ? undefined : eq(announcements.isActive, true)));
  if (!row) throw new DomainError("ERR_NO_ANNOUNCEMENT_FOUND", { id });
  const [view] = await withAudience({ db, actor }, [row]);
  return view ?? { ...row, audience: null };
}

async function withAudience({ db, actor }: Reader, rows: AnnouncementRow[]): Promise<AnnouncementView[]> {
  const ids = rows.map(({ id }) => id);
  const counted =
    actor.isSuper && ids.length > 0
      ? await db.execute<{ announcement_id: string; readers: number; companies: number }>(
          sql`select * from announcement_readers(${sql.param(ids)}::uuid[])`,
        )
      : [];
  const byId = new Map(
    counted.map(({ announcement_id, readers, companies }) => [announcement_id, { readers, companies }]),
  );
  return rows.map((row) => ({ ...row, audience: byId.get(row.id) ?? null }));
}

function matches(word: string): SQL {
  const texts = sql`${announcements.title} || ' ' || ${announcements.text}`;
  return sql`searchable(${texts}) like ${containing(word)}`;
}
