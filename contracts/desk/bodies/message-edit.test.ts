import fc from "fast-check";
import { expect, test } from "vitest";
import { profiles } from "../../account/permissions.ts";
import { mediaTypes } from "../messages.ts";
import { EDIT_WITHIN_MS, editRefusal } from "./message-edit.ts";

type Message = Parameters<typeof editRefusal>[0];
type Circumstances = Parameters<typeof editRefusal>[1];

const acceptedAt = new Date("2026-07-01T12:00:00Z");
const own: Message = {
  fromMe: true,
  userId: "ana",
  mediaType: "chat",
  isDeleted: false,
  errorCode: null,
  acceptedAt,
};
const now = acceptedAt.getTime() + 60_000;
const byAna: Circumstances = { editor: { id: "ana", profile: "user" }, channel: "whatsapp", now };

test.each<[string, Partial<Message>, Partial<Circumstances>, string | null]>([
  ["one's own text", {}, {}, null],
  ["a caption", { mediaType: "image" }, {}, null],
  ["a message that the channel has not accepted", { acceptedAt: null }, { now: now + 10 * EDIT_WITHIN_MS }, null],
  ["a contact's message", { fromMe: false }, {}, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a message of the phone", { userId: null }, {}, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a deleted message", { isDeleted: true }, {}, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a failed message", { errorCode: "ERR_SENDING_WAPP_MSG" }, {}, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a voice note", { mediaType: "audio" }, {}, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a contact card", { mediaType: "vcard" }, {}, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a message of a channel without edits", {}, { channel: "facebook" }, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a message of an unknown connection", {}, { channel: null }, "ERR_MESSAGE_NOT_EDITABLE"],
  ["a colleague's message", { userId: "bia" }, {}, "ERR_NO_PERMISSION"],
  ["a colleague's late message", { userId: "bia" }, { now: now + EDIT_WITHIN_MS }, "ERR_NO_PERMISSION"],
  ["the last moment", {}, { now: acceptedAt.getTime() + EDIT_WITHIN_MS }, null],
  ["a moment later", {}, { now: acceptedAt.getTime() + EDIT_WITHIN_MS + 1 }, "ERR_EDIT_TOO_LATE"],
])("editRefusal: %s", (_name, message, circumstances, code) => {
  expect(editRefusal({ ...own, ...message }, { ...byAna, ...circumstances })).toBe(code);
});

test("admins and supervisors may edit a colleague's message, users may not", () => {
  const codes = profiles.map((profile) => editRefusal(own, { ...byAna, editor: { id: "bia", profile } }));
  expect(Object.fromEntries(profiles.map((profile, place) => [profile, codes[place]]))).toEqual({
    admin: null,
    supervisor: null,
    user: "ERR_NO_PERMISSION",
  });
});

test("nobody may edit an incoming or deleted message, whatever the circumstances", () => {
  const circumstances = fc.record({
    editor: fc.record({ id: fc.constantFrom("ana", "bia"), profile: fc.constantFrom(...profiles) }),
    channel: fc.constantFrom("whatsapp" as const, "facebook" as const, "instagram" as const, null),
    now: fc.constantFrom(now, now + EDIT_WITHIN_MS),
  });
  fc.assert(
    fc.property(fc.constantFrom(...mediaTypes), fc.boolean(), circumstances, (mediaType, isDeleted, given) => {
      const message = { ...own, mediaType, isDeleted, fromMe: isDeleted };
      return editRefusal(message, given) === "ERR_MESSAGE_NOT_EDITABLE";
    }),
    { seed: 10 },
  );
});
