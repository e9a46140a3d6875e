import type { Command, CommandResult } from "./index.ts";

/**
 * The answer to a batch of commands. A device that prefers `return=minimal` gets `revs` if all commands were applied:
 * their revisions, in the order of the batch.
 */
export type CommandAnswer = { results: CommandResult[] } | { revs: (number | null)[] };
type Identified = readonly Pick<Command, "id">[];

/** The compression of commands that the server announces in its answers and a device then uses. */
export const COMMANDS_ENCODING = "deflate";

/** The value of the header `Prefer` with which a device asks for the short answer. */
export const PREFERS_SHORT = "return=minimal";

/** Returns the short answer, or the whole one if a command was refused or got no result. */
export function shortAnswer(commands: Identified, results: CommandResult[]): CommandAnswer {
  const isWhole = commands.length === results.length && commands.every(({ id }, at) => results[at]?.id === id);
  // A repeated command was applied before.
  const isApplied = results.every(({ status, code }) => status !== "rejected" && code === null);
  return isWhole && isApplied ? { revs: results.map(({ rev }) => rev) } : { results };
}

/** Returns the results in an answer of either kind. Throws if the answer is not for these commands. */
export function resultsOf(commands: Identified, answer: CommandAnswer): CommandResult[] {
  if ("results" in answer) return answer.results;
  const { revs } = answer;
  if (revs.length !== commands.length) throw new Error("/sync/commands: the answer has another number of revisions.");
  return commands.map(({ id }, at) => ({ id, status: "applied", rev: revs[at] ?? null, code: null }));
}
