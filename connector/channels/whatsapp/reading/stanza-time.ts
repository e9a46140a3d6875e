/** The last time that sort keys can represent: see `sortKeyOf` in the contracts. */
const LAST_MS = 9_999_999_999_999;

/** Returns the time of a stanza's `t` (seconds). A missing or impossible time becomes the current time. */
export function stanzaTime(t: string | undefined): Date {
  const ms = Number(t) * 1000;
  return ms > 0 && ms < LAST_MS ? new Date(ms) : new Date();
}
