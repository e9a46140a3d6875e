import * as v from "valibot";
import { CampaignForm } from "./campaign-form.ts";

/** A half-written campaign on this device. */
const CampaignDraft = v.object({
  /** Null: a new campaign. */
  campaignId: v.nullable(v.string()),
  form: CampaignForm,
  /** The name of a chosen file that was not uploaded: files are not stored in a draft. */
  fileName: v.nullable(v.string()),
  /** `updatedAt` of the campaign that the draft changes; null for a new one. */
  basedOn: v.nullable(v.string()),
  at: v.string(),
});
export type CampaignDraft = v.InferOutput<typeof CampaignDraft>;

const Stored = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Drafts belong to a user: they stay through sign-out, and another user of this browser does not see them. */
const keyOf = (userId: string) => `campaignDrafts:${userId}`;

/** Returns the stored drafts, newest first. Invalid ones are left out. */
export function readDrafts(storage: Storage, userId: string): CampaignDraft[] {
  const stored = v.safeParse(Stored, storage.getItem(keyOf(userId)) ?? "[]");
  if (!stored.success) return [];
  return stored.output.flatMap((one) => {
    const draft = v.safeParse(CampaignDraft, one);
    return draft.success ? [draft.output] : [];
  });
}

export type CampaignDrafts = ReturnType<typeof openDrafts>;

/** Opens the drafts of one user. Another tab that changes them is noticed. */
export function openDrafts(storage: Storage, userId: string) {
  const key = keyOf(userId);
  const listeners = new Set<() => void>();
  let drafts = readDrafts(storage, userId);

  function read() {
    drafts = readDrafts(storage, userId);
    for (const listener of listeners) listener();
  }
  function followOtherTabs(event: StorageEvent) {
    if (event.key === key || event.key === null) read();
  }
  function write(next: CampaignDraft[]): boolean {
    try {
      storage.setItem(key, JSON.stringify(next));
    } catch (error) {
      if (error instanceof DOMException && error.name === "QuotaExceededError") return false;
      throw error;
    }
    read();
    return true;
  }
  const others = (campaignId: string | null) =>
    readDrafts(storage, userId).filter((draft) => draft.campaignId !== campaignId);
  return {
    get: () => drafts,
    /** Reads the storage: another tab may have changed it while nothing subscribed. */
    of: (campaignId: string | null) =>
      readDrafts(storage, userId).find((draft) => draft.campaignId === campaignId) ?? null,
    /** Returns whether the draft fitted into the storage. */
    put: (draft: CampaignDraft): boolean => write([draft, ...others(draft.campaignId)]),
    remove: (campaignId: string | null): boolean => write(others(campaignId)),
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        window.addEventListener("storage", followOtherTabs);
        drafts = readDrafts(storage, userId);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", followOtherTabs);
      };
    },
  };
}

const opened = new Map<string, CampaignDrafts>();

/** Returns the drafts of a user in this browser, the same object on each call. */
export function draftsOf(userId: string): CampaignDrafts {
  const drafts = opened.get(userId) ?? openDrafts(localStorage, userId);
  opened.set(userId, drafts);
  return drafts;
}
