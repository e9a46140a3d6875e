import type { CacheDatabase } from "./databases.ts";
import { createPatience } from "./patience.ts";
import { ignoreStorageFailure } from "./storage-failure.ts";

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** The answers that were read last stay. */
const MAX_COUNT = 60;
/** A longer answer is not stored: with `MAX_COUNT`, at most 12 million characters of a user are. */
const MAX_CHARS = 200_000;
/** A disk that does not answer for so long is not waited for: the server is asked. */
const PATIENCE_MS = 1_000;
/** Names of fields and of settings whose text opens something, in any answer of the server. */
const SECRET = /token|secret|password|.key$|qr_?code|invite|proof/i;

/** `text`: the answer as JSON. `readAt`: by the clock of this device. `scope`: the rights with which it was read. */
export type AnswerRecord = { key: string; text: string; readAt: number; scope: string };
export type SeenAnswer = { answer: unknown; readAt: number };

/**
 * The last answers of the server's lists, to show them while it cannot be reached. `table`: null while the device does
 * not store; then, and when it fails, nothing is stored and nothing is found.
 */
export function createAnswers(table: () => CacheDatabase["answers"] | null, scope: string, now = Date.now) {
  const patience = createPatience(() => {}, PATIENCE_MS);
  const oldest = () => now() - MAX_AGE_MS;

  /** Null: not seen on this device with the present rights in the last 30 days. */
  async function get(key: string): Promise<SeenAnswer | null> {
    const answers = table();
    const seen = answers && (await patience.within(answers.get(key)).catch(ignoreStorageFailure));
    if (!seen || seen.scope !== scope || seen.readAt < oldest()) return null;
    return { answer: JSON.parse(seen.text), readAt: seen.readAt };
  }

  /** Stores an answer in place of the one before. One that is too long or has a secret is not stored. */
  async function put(key: string, answer: unknown): Promise<void> {
    const text = storable(answer);
    await store(key, text === null ? null : { key, text, readAt: now(), scope }).catch(ignoreStorageFailure);
  }

  async function store(key: string, record: AnswerRecord | null): Promise<void> {
    const answers = table();
    if (!answers) return;
    await (record ? answers.put(record) : answers.delete(key));
    await answers.where("scope").notEqual(scope).delete();
    await answers.where("readAt").below(oldest()).delete();
    await answers.orderBy("readAt").reverse().offset(MAX_COUNT).delete();
  }
  return { get, put };
}

/** Returns the answer as JSON; null: it must not be stored, or is too long. */
function storable(answer: unknown): string | null {
  let hasSecret = false;
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (typeof value === "string" && value !== "") hasSecret ||= SECRET.test(name === "key" ? value : name);
    return value;
  });
  return hasSecret || text.length > MAX_CHARS ? null : text;
}
