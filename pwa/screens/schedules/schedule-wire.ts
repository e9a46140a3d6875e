import * as v from "valibot";
import type { ScheduleDocument, ScheduleStatus } from "../../../sync/contracts/schedules.ts";
import type { ListPage } from "../lists/index.ts";

const statuses = { PENDENTE: "pending", ENVIADA: "sent", ERRO: "failed" } as const satisfies Record<
  string,
  ScheduleStatus
>;

/** A scheduled message as the server gives it, for a device that does not keep it: it has no rev to edit over. */
const DistantWire = v.pipe(
  v.object({
    id: v.string(),
    body: v.string(),
    sendAt: v.string(),
    sentAt: v.nullable(v.string()),
    status: v.picklist(["PENDENTE", "ENVIADA", "ERRO"]),
    /** Why it was not sent, an error code. */
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
/** Where the picture is of one that is not on this device. */
export const readPicture = (answer: unknown) => v.parse(Picture, answer).mediaPath;
