import type { SessionUser } from "../../../contracts/account/session.ts";

type Entry = { isFor?: (user: SessionUser) => boolean };
type Section<E extends Entry> = { isFor: (user: SessionUser) => boolean; entries: E[] };

/** Returns a menu's sections for a user, by profile and flag; a section without entries is left out. */
export function sectionsFor<E extends Entry, S extends Section<E>>(sections: readonly S[], user: SessionUser): S[] {
  return sections
    .filter((section) => section.isFor(user))
    .map((section) => ({ ...section, entries: section.entries.filter((entry) => entry.isFor?.(user) ?? true) }))
    .filter((section) => section.entries.length > 0);
}

/** Returns whether the company has campaigns: `cshow` in local storage. */
export const hasCampaigns = (user: SessionUser): boolean =>
  user.company.settings?.some(({ key, value }) => key === "campaignsEnabled" && value === "true") ?? false;
