import * as v from "valibot";
import { AnnouncementPageWire, AnnouncementWire } from "../../contracts/wire/announcements.ts";
import { AnswerId, AnswerTime, Count, ListCount } from "../http/answer-values.ts";

const { entries } = AnnouncementWire;

export const AnnouncementAnswer = v.object({
  ...entries,
  id: AnswerId,
  priority: v.pipe(entries.priority, v.description("1 high, 2 medium, 3 low")),
  status: v.pipe(v.boolean(), v.description("Whether it is active")),
  mediaPath: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Its picture is at `/public/{mediaPath}`: signed, valid for 5 to 6 hours while the session lasts; null: no picture",
    ),
  ),
  mediaSize: v.pipe(v.nullable(Count), v.description("Bytes")),
  createdAt: AnswerTime,
  readers: v.optional(
    v.pipe(Count, v.description("For super users only: companies with a user who read the present edition")),
  ),
  companies: v.optional(v.pipe(Count, v.description("For super users only: all companies"))),
});

export const AnnouncementPageAnswer = v.object({
  ...AnnouncementPageWire.entries,
  records: v.array(AnnouncementAnswer),
  count: ListCount("Announcements that match"),
});
