import * as v from "valibot";
import { expect, test } from "vitest";
import { ContactWire } from "../wire/contacts.ts";
import { RefDocument, type RefKind, refKinds } from "./refs.ts";

const base = { id: "a", rev: 1, name: "Nome" };
const at = "2026-07-01T12:00:00.000Z";
const refs: Record<RefKind, object> = {
  queue: { color: "#c2352f", greetingMessage: "" },
  tag: { color: "#c2352f", isKanban: false, lanePosition: 0 },
  user: { profile: "user", queueIds: [] },
  connection: {
    channel: "whatsapp",
    status: "CONNECTED",
    reason: null,
    stateSince: at,
    firstConnectedAt: null,
    firstContactsAfter: null,
    number: "",
    isDefault: true,
    queueIds: [],
    updatedAt: at,
  },
  setting: {},
};

test.each(refKinds)("a ref of the kind %s has exactly its own fields", (kind) => {
  const ref = { ...base, ...refs[kind], kind };
  expect(v.parse(RefDocument, { ...ref, password: "x", token: "x" })).toEqual(ref);
  for (const field of Object.keys(ref))
    expect([field, v.is(RefDocument, { ...ref, [field]: undefined })]).toEqual([field, false]);
});

test("a ref of an unknown kind is refused", () => {
  expect(v.is(RefDocument, { ...base, kind: "company" })).toBe(false);
});

test("a contact of the HTTP interface without channel and lists is a WhatsApp contact without tags and tickets", () => {
  const contact = {
    ...base,
    number: "",
    email: "",
    isGroup: false,
    active: true,
    disableBot: false,
    profilePicUrl: "",
  };
  expect(v.parse(ContactWire, { ...contact, extraInfo: [] })).toMatchObject({
    channel: "whatsapp",
    tags: [],
    tickets: [],
  });
});
