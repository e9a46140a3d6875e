import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from "@whiskeysockets/baileys";
import { LRUCache } from "lru-cache";
import type { KeyRow } from "./fenced-statements.ts";
import type { FencedStore } from "./fenced-store.ts";
import type { SecretBox } from "./secret-box.ts";

const CACHED_KEYS = 2_000;

/** The place to which the credentials of a connection are sealed. */
export const credentialsPlace = (companyId: string, connectionId: string): string =>
  `${companyId}/${connectionId}/creds`;

/** The same for a Signal key. */
export const keyPlace = (companyId: string, connectionId: string, type: string, id: string): string =>
  `${companyId}/${connectionId}/${type}/${id}`;

export type AuthState = AuthenticationState & {
  /**
   * Saves the current credentials as a whole. Saves are stored in order, so an earlier one never overwrites a later
   * one.
   */
  saveCreds(): Promise<void>;
};

/**
 * Loads the identity of one connection: credentials and Signal keys, encrypted in Postgres. The key cache is bounded
 * and holds committed keys only: a failed write clears it, so that no later write builds on a lost ratchet state.
 */
export async function loadAuthState(store: FencedStore, box: SecretBox): Promise<AuthState> {
  const { companyId, connectionId } = store.lease;
  const ofCreds = credentialsPlace(companyId, connectionId);
  const ofKey = (type: string, id: string) => keyPlace(companyId, connectionId, type, id);
  const seal = (value: unknown, place: string) =>
    box.seal(Buffer.from(JSON.stringify(value, BufferJSON.replacer)), place);
  const open = (data: Buffer, place: string): unknown =>
    JSON.parse(box.open(data, place).toString(), BufferJSON.reviver);

  const cache = new LRUCache<string, { value: unknown }>({ max: CACHED_KEYS });
  const writing = new Map<string, { value: unknown }>();

  const saved = await store.readCreds();
  const creds = saved ? (open(saved, ofCreds) as AuthenticationCreds) : initAuthCreds();

  async function get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[T] } = {};
    const missing: string[] = [];
    for (const id of ids) {
      const known = writing.get(`${type}/${id}`) ?? cache.get(`${type}/${id}`);
      if (!known) missing.push(id);
      else if (known.value) found[id] = known.value as SignalDataTypeMap[T];
    }
    if (missing.length === 0) return found;
    const rows = await store.readKeys(type, missing);
    for (const id of missing) {
      const data = rows.get(id);
      const value = data && (revive(type, open(data, ofKey(type, id))) as SignalDataTypeMap[T]);
      if (value) found[id] = value;
      // Caches missing keys too: no other process writes these rows.
      if (isCached(type) && !writing.has(`${type}/${id}`)) cache.set(`${type}/${id}`, { value });
    }
    return found;
  }

  async function set(data: SignalDataSet): Promise<void> {
    const rows: KeyRow[] = [];
    const entries: [string, { value: unknown }][] = [];
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values ?? {})) {
        const what = `${type}/${id}`;
        rows.push({ type, id, data: value ? seal(value, ofKey(type, id)) : null });
        entries.push([what, { value }]);
      }
    }
    if (rows.length === 0) return;
    for (const [what, entry] of entries) writing.set(what, entry);
    try {
      await store.putKeys(rows);
      for (const [what, entry] of entries) if (isCached(what)) cache.set(what, entry);
    } catch (error) {
      cache.clear();
      throw error;
    } finally {
      for (const [what, entry] of entries) if (writing.get(what) === entry) writing.delete(what);
    }
  }

  return { creds, keys: { get, set }, saveCreds: () => store.putCreds(seal(creds, ofCreds)) };
}

/**
 * Wraps the keys for one socket. After `end`, reads and writes throw. A closed socket goes on decrypting what it had
 * received, while the next socket gets the same messages again: without the guard, two sockets would advance one
 * ratchet.
 */
export function endingKeys(keys: SignalKeyStore): { keys: SignalKeyStore; end(): void } {
  let hasEnded = false;
  const check = () => {
    if (hasEnded) throw new Error("the socket has closed");
  };
  return {
    keys: {
      async get(type, ids) {
        check();
        const found = await keys.get(type, ids);
        check();
        return found;
      },
      async set(data) {
        check();
        await keys.set(data);
      },
    },
    end: () => {
      hasEnded = true;
    },
  };
}

/** Pre-keys are not cached: each is used once, and there are 812 of them. */
const isCached = (what: string) => !what.startsWith("pre-key");

function revive(type: string, value: unknown): unknown {
  if (type !== "app-state-sync-key") return value;
  return proto.Message.AppStateSyncKeyData.fromObject(value as { [k: string]: unknown });
}
