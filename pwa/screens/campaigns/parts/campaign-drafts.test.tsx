import { fireEvent } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openDrafts, readDrafts } from "./campaign-drafts.ts";
import { newCampaign } from "./campaign-form.ts";

const draft = (campaignId: string | null, name: string) => ({
  campaignId,
  form: { ...newCampaign(), name },
  fileName: null,
  basedOn: null,
  at: "2026-11-23T12:00:00.000Z",
});

beforeEach(() => localStorage.clear());

test("drafts: one per campaign, newest first, kept for their user", () => {
  const drafts = openDrafts(localStorage, "ana");
  drafts.put(draft(null, "Nova"));
  drafts.put(draft("c1", "Natal"));
  drafts.put(draft(null, "Nova, mudada"));
  expect(readDrafts(localStorage, "ana").map(({ form }) => form.name)).toEqual(["Nova, mudada", "Natal"]);
  expect(readDrafts(localStorage, "bia")).toEqual([]);
  drafts.remove(null);
  expect(drafts.of(null)).toBeNull();
  expect(drafts.of("c1")?.form.name).toBe("Natal");
});

test("drafts: invalid stored values are left out, the others stay", () => {
  localStorage.setItem("campaignDrafts:ana", JSON.stringify([{ campaignId: 1 }, draft("c1", "Natal")]));
  expect(readDrafts(localStorage, "ana").map(({ campaignId }) => campaignId)).toEqual(["c1"]);
  localStorage.setItem("campaignDrafts:ana", "{");
  expect(readDrafts(localStorage, "ana")).toEqual([]);
});

test("drafts: another tab's draft is noticed", () => {
  const drafts = openDrafts(localStorage, "ana");
  const hear = vi.fn();
  const stop = drafts.subscribe(hear);
  localStorage.setItem("campaignDrafts:ana", JSON.stringify([draft("c1", "Natal")]));
  fireEvent(window, new StorageEvent("storage", { key: "campaignDrafts:ana" }));
  expect(hear).toHaveBeenCalledOnce();
  expect(drafts.get()).toHaveLength(1);
  stop();
});

test("drafts: a full storage is reported and keeps the earlier draft", () => {
  const drafts = openDrafts(localStorage, "ana");
  drafts.put(draft("c1", "Natal"));
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(drafts.put(draft("c1", "Natal 2"))).toBe(false);
  full.mockRestore();
  expect(drafts.of("c1")?.form.name).toBe("Natal");
});
