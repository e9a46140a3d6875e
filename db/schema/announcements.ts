import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AnnouncementPicture, AnnouncementPriority } from "../../contracts/office/announcements.ts";
import { companyId, createdAt, instant, ownedBy, updatedAt } from "./columns.ts";
import { users } from "./users.ts";

/** Announcements of the platform: every company reads the active ones. */
export const announcements = pgTable(
  "announcements",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    priority: integer("priority").$type<AnnouncementPriority>().notNull().default(3),
    isActive: boolean("is_active").notNull().default(true),
    /** Its bytes are in the platform's folder of the file store. */
    picture: jsonb("picture").$type<AnnouncementPicture>(),
    /** Incremented with each change of title, text, priority or picture: the announcement is then unread again. */
    edition: integer("edition").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("announcements_newest").on(t.createdAt, t.id),
    uniqueIndex("announcements_picture").on(sql`(${t.picture} ->> 'fileId')`),
  ],
);

/** The last edition of an announcement that a user has read. */
export const announcementReads = pgTable(
  "announcement_reads",
  {
    companyId: companyId(),
    announcementId: uuid("announcement_id").notNull(),
    userId: uuid("user_id").notNull(),
    edition: integer("edition").notNull(),
    readAt: instant("read_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.announcementId, t.userId] }),
    index("announcement_reads_announcement").on(t.announcementId),
    ownedBy([t.companyId, t.userId], users),
    foreignKey({ columns: [t.announcementId], foreignColumns: [announcements.id] }).onDelete("cascade"),
  ],
);
