import * as v from "valibot";
import { NewQuickMessage, QuickMessageChange, type QuickMessageDocument } from "../desk/quick-messages.ts";
import { Id } from "../id.ts";
import { type CommandRow, payloads, type Step } from "./row.ts";

export const quickMessagePayloads = payloads(() => ({
  "quickMessage.create": v.omit(NewQuickMessage, ["id"]),
  /** `fileId` is beside `change` because a device's upload is attached there. `baseRev` as in `contact.update`. */
  "quickMessage.update": v.object({
    quickMessageId: Id,
    change: v.omit(QuickMessageChange, ["fileId"]),
    fileId: v.optional(v.nullable(Id)),
    baseRev: v.number(),
  }),
  "quickMessage.delete": v.object({ quickMessageId: Id }),
}));

type Payload<T extends keyof typeof quickMessagePayloads> = v.InferInput<(typeof quickMessagePayloads)[T]>;

export const quickMessageCommands = {
  "quickMessage.create": {
    subject: (_payload, id) => id,
    creates: "subject",
    shownIn: ["quickMessages"],
    effects: { quickMessages: (present, payload, step) => present ?? created(payload, step) },
  } satisfies CommandRow<Payload<"quickMessage.create">>,
  "quickMessage.update": {
    subject: ({ quickMessageId }) => quickMessageId,
    shownIn: ["quickMessages"],
    effects: { quickMessages: (present, payload, step) => present && changed(present, payload, step) },
  } satisfies CommandRow<Payload<"quickMessage.update">>,
  "quickMessage.delete": {
    subject: ({ quickMessageId }) => quickMessageId,
    shownIn: ["quickMessages"],
    effects: { quickMessages: () => null },
  } satisfies CommandRow<Payload<"quickMessage.delete">>,
};

function created(
  { shortcode, message, isGeneral = false, fileId = null }: Payload<"quickMessage.create">,
  { id, userId, file }: Step,
): QuickMessageDocument {
  const words = { shortcode: shortcode.trim(), message: message.trim(), isGeneral };
  return { id, rev: 0, ...words, userId, fileId, fileName: file?.name ?? null };
}

function changed(
  present: QuickMessageDocument,
  { change, fileId }: Payload<"quickMessage.update">,
  { file }: Step,
): QuickMessageDocument {
  const { shortcode = present.shortcode, message = present.message, isGeneral = present.isGeneral } = change;
  const words = { ...present, shortcode: shortcode.trim(), message: message.trim(), isGeneral };
  return fileId === undefined ? words : { ...words, fileId, fileName: file?.name ?? null };
}
