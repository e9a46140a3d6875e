import { DatabaseSync } from "node:sqlite";
import { BufferJSON } from "@whiskeysockets/baileys";

const WRITE_DELAY_MS = 100;

interface Write {
  map: StoredMap<unknown>;
  key: string;
  /** True if the key was set after a deletion: it moves to the end, as in a Map. */
  isNew: boolean;
}

/**
 * Stores the emulator's state as named maps in one SQLite file. The changes of the last 100 ms are written in one
 * transaction, so the file is always consistent, also after a crash.
 */
export class Store {
  /**
   * True if the last process ended without `close()`: the newest changes, including Signal ratchets, may be missing.
   */
  readonly hasCrashed: boolean;
  readonly #db: DatabaseSync | null;
  readonly #maps = new Map<string, StoredMap<unknown>>();
  readonly #writes = new Map<string, Write>();
  #timer: NodeJS.Timeout | null = null;

  /** Without a file, the state is lost when the process ends. */
  constructor(file?: string) {
    this.#db = file ? new DatabaseSync(file) : null;
    this.#db?.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS entries (
        n INTEGER PRIMARY KEY AUTOINCREMENT, map TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (map, key)
      );
    `);
    const run = this.map<boolean>("run");
    this.hasCrashed = run.get("isRunning") ?? false;
    run.set("isRunning", true);
    this.flush();
  }

  /**
   * Returns the map with that name. Values are written as JSON (bytes included) some time after `set`: replace them,
   * or call `touch`.
   */
  map<V>(name: string): StoredMap<V> {
    const known = this.#maps.get(name) as StoredMap<V> | undefined;
    if (known) return known;
    const loaded = new StoredMap<V>((key, isNew) => this.#note(name, key, isNew));
    for (const [key, value] of this.#rows(name)) loaded.load(key, JSON.parse(value, BufferJSON.reviver));
    this.#maps.set(name, loaded as StoredMap<unknown>);
    return loaded;
  }

  flush() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#db || this.#writes.size === 0) return;
    const remove = this.#db.prepare("DELETE FROM entries WHERE map = ? AND key = ?");
    const put = this.#db.prepare(
      "INSERT INTO entries (map, key, value) VALUES (?, ?, ?) ON CONFLICT (map, key) DO UPDATE SET value = excluded.value",
    );
    this.#db.exec("BEGIN");
    for (const [id, { map, key, isNew }] of this.#writes) {
      const name = id.slice(0, -key.length - 1);
      const value = map.get(key);
      if (isNew || value === undefined) remove.run(name, key);
      if (value !== undefined) put.run(name, key, JSON.stringify(value, BufferJSON.replacer));
    }
    this.#db.exec("COMMIT");
    this.#writes.clear();
  }

  close() {
    this.map<boolean>("run").set("isRunning", false);
    this.flush();
    this.#db?.close();
  }

  /** Closes as a crash would: unwritten changes are lost. */
  abandon() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#writes.clear();
    this.#db?.close();
  }

  #rows(name: string): [string, string][] {
    const rows = this.#db?.prepare("SELECT key, value FROM entries WHERE map = ? ORDER BY n").all(name) ?? [];
    return rows.map(({ key, value }) => [String(key), String(value)]);
  }

  #note(name: string, key: string, isNew: boolean) {
    const map = this.#maps.get(name);
    if (!this.#db || !map) return;
    const id = `${name}\n${key}`;
    const wasNew = this.#writes.get(id)?.isNew ?? false;
    if (isNew) this.#writes.delete(id); // Moves the write after the earlier ones.
    this.#writes.set(id, { map, key, isNew: isNew || wasNew });
    this.#timer ??= setTimeout(() => this.flush(), WRITE_DELAY_MS);
  }
}

/** A Map that writes its changes to the file. */
export class StoredMap<V> extends Map<string, V> {
  readonly #onChange: (key: string, isNew: boolean) => void;

  constructor(onChange: (key: string, isNew: boolean) => void) {
    super();
    this.#onChange = onChange;
  }

  load(key: string, value: V) {
    super.set(key, value);
  }

  override set(key: string, value: V): this {
    const isNew = !this.has(key);
    super.set(key, value);
    this.#onChange(key, isNew);
    return this;
  }

  override delete(key: string): boolean {
    const existed = super.delete(key);
    if (existed) this.#onChange(key, false);
    return existed;
  }

  override clear() {
    for (const key of [...this.keys()]) this.delete(key);
  }

  /** Writes a value that was changed in place. */
  touch(key: string) {
    this.#onChange(key, false);
  }
}
