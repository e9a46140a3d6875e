import * as v from "valibot";

/** Schema of a page's event in Meta's format. Unknown or invalid fields are left out, the rest is kept. */
const Text = v.pipe(v.string(), v.maxLength(100_000));
const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty(), v.maxLength(300));
const Person = v.object({ id: Id });
const lenient = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined as never);

const Payload = v.object({
  url: lenient(Text),
  title: lenient(Text),
  sticker_id: lenient(Id),
  coordinates: lenient(v.object({ lat: v.number(), long: v.number() })),
});
const Attachment = v.object({ type: Text, payload: lenient(Payload), title: lenient(Text), url: lenient(Text) });
export type Attachment = v.InferOutput<typeof Attachment>;

const Referral = v.object({ ref: lenient(Text), source: lenient(Text), ads_context_data: lenient(v.unknown()) });

const Message = v.object({
  mid: Id,
  text: lenient(Text),
  is_echo: lenient(v.boolean()),
  app_id: lenient(Id),
  metadata: lenient(Text),
  is_deleted: lenient(v.boolean()),
  is_unsupported: lenient(v.boolean()),
  attachments: lenient(v.array(v.fallback(Attachment, { type: "unknown" } as Attachment))),
  reply_to: lenient(v.object({ mid: lenient(Id), story: lenient(v.object({ url: lenient(Text) })) })),
  referral: lenient(Referral),
});

export const PageEvent = v.object({
  sender: Person,
  recipient: lenient(Person),
  /** Milliseconds; older events have seconds. */
  timestamp: lenient(v.number()),
  message: lenient(Message),
  postback: lenient(v.object({ mid: lenient(Id), title: lenient(Text), payload: lenient(Text) })),
  reaction: lenient(
    v.object({ mid: Id, action: v.picklist(["react", "unreact"]), emoji: lenient(Text), reaction: lenient(Text) }),
  ),
  message_edit: lenient(v.object({ mid: Id, text: Text })),
  delivery: lenient(v.object({ mids: lenient(v.array(Id)), watermark: lenient(v.number()) })),
  read: lenient(v.object({ mid: lenient(Id), watermark: lenient(v.number()) })),
});
export type PageEvent = v.InferOutput<typeof PageEvent>;
