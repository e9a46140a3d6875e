/** The last instant that has a place in a list: see sortKeyOf in the contracts. */
const LAST_MS = 9_999_999_999_999;

/** A stanza's `t`, in seconds. One that says no time, or none that can be, is dated by its arrival. */
export function stanzaTime(t: string | undefined): Date {
  const ms = Number(t) * 1000;
  return ms > 0 && ms < LAST_MS ? new Date(ms) : new Date();
}
