import * as v from "valibot";
import type { ScheduleDocument, ScheduleStatus } from "../../../sync/contracts/schedules.ts";
import type { ListPage } from "../lists/index.ts";

const statuses = { PENDENTE: "pending", ENVIADA: "sent", ERRO: "failed" } as const satisfies Record<
  string,
  ScheduleStatus
>;

/** A schedule from the server that is not stored on this device, so it has no revision to base an edit on. */
const DistantWire = v.pipe(
  v.object({
    id: v.string(),
    body: v.string(),
    sendAt: v.string(),
    sentAt: v.nullable(v.string()),
    status: v.picklist(["PENDENTE", "ENVIADA", "ERRO"]),
    /** Error code of a failed send; null otherwise. */
    reason: v.nullable(v.string()),
    contact: v.object({ id: v.string(), name: v.string(), number: v.string() }),
    userId: v.string(),
    mediaName: v.nullable(v.string()),
  }),
  v.transform(
    ({ contact, status, mediaName, ...schedule }): ScheduleDocument => ({
      ...schedule,
      rev: 0,
      contactId: contact.id,
      contactName: contact.name,
      contactNumber: contact.number,
      status: statuses[status],
      fileId: null,
      fileName: mediaName,
    }),
  ),
);

const Page = v.object({ schedules: v.array(DistantWire), hasMore: v.boolean() });

export const readRange = (answer: unknown) => v.parse(Page, answer).schedules;
export function readPage(answer: unknown): ListPage<ScheduleDocument> {
  const { schedules, hasMore } = v.parse(Page, answer);
  return { rows: schedules, hasMore };
}

const Picture = v.object({ mediaPath: v.nullable(v.string()) });
/** Returns the path of a picture that is not on this device. */
export const readPicture = (answer: unknown) => v.parse(Picture, answer).mediaPath;
