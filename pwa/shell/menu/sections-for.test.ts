import { expect, test } from "vitest";
import type { SessionUser } from "../../../contracts/account/session.ts";
import { someUser } from "../../session/testing/given-browser.ts";
import { hasCampaigns, sectionsFor } from "./sections-for.ts";

const isAdmin = (user: SessionUser) => user.profile === "admin";
type For = (user: SessionUser) => boolean;
const sections: { name: string; isFor: For; entries: { to: string; isFor?: For }[] }[] = [
  {
    name: "service",
    isFor: () => true,
    entries: [{ to: "tickets" }, { to: "campaigns", isFor: hasCampaigns }],
  },
  { name: "administration", isFor: isAdmin, entries: [{ to: "connections" }] },
  { name: "platform", isFor: () => true, entries: [{ to: "announcements", isFor: (user: SessionUser) => user.super }] },
];
const shown = (change: Partial<SessionUser>) =>
  sectionsFor(sections, someUser(change)).map(
    ({ name, entries }) => `${name}: ${entries.map(({ to }) => to).join(" ")}`,
  );
const company = { id: "c", name: "Olaria", dueDate: "" };

test("sections: administration is for admins, campaigns for companies with the flag, announcements for the platform", () => {
  expect(shown({})).toEqual(["service: tickets campaigns", "administration: connections"]);
  expect(shown({ profile: "supervisor", company: { ...company, settings: [] } })).toEqual(["service: tickets"]);
  expect(shown({ profile: "user", super: true })).toEqual(["service: tickets campaigns", "platform: announcements"]);
});

test("sections: a device without stored settings shows no campaigns", () => {
  const { settings: _, ...withoutSettings } = { ...company, settings: [] };
  expect(hasCampaigns(someUser({ company: withoutSettings as SessionUser["company"] }))).toBe(false);
});
