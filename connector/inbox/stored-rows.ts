import type { Lease } from "../ownership/lease.ts";
import { type InboxRow, isHistoryRow } from "./inbox-rows.ts";

/**
 * A row as this process has stored it. `part`: the index of the encrypted part; a group message can have one for its
 * sender key and one for its text.
 */
export type StoredRow = Pick<InboxRow, "providerId" | "part" | "seq" | "attrs" | "plaintext">;

/** A worker that is further behind reads the table, so that memory is bounded. */
const MAX_KEPT = 200;

/**
 * The rows of a connection that this process has stored and its worker has not taken yet: who stores rows adds them, and
 * that wakes their worker. As long as no other row can be pending, the worker takes them from here and does not read them
 * back. A row may be both here and in a result of the table: the mark "done" lets only one of them count.
 */
export class StoredRows {
  readonly #lease: Lease;
  readonly #wake = { messages: () => {}, history: () => {} };
  #rows: InboxRow[] = [];
  /** Other rows may be pending. */
  #mustReadTable = true;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  /** Names the worker of one kind of rows: the phone's history has its own, which reads the table. */
  onAdded(kind: "messages" | "history", wake: () => void): void {
    this.#wake[kind] = wake;
  }

  add(rows: readonly StoredRow[]): void {
    const messages = rows.filter((row) => !isHistoryRow(row));
    this.#keep(messages);
    if (messages.length > 0) this.#wake.messages();
    if (messages.length < rows.length) this.#wake.history();
  }

  #keep(rows: readonly StoredRow[]): void {
    if (this.#mustReadTable) return;
    const { companyId, connectionId, epoch } = this.#lease;
    const common = { companyId, connectionId, epoch, doneAt: null, createdAt: new Date() };
    for (const row of rows) this.#rows.push({ ...common, ...row });
    if (this.#rows.length > MAX_KEPT) this.mustReadTable();
  }

  /** Other rows may be pending: at the start, after a failure, or because another process has stored some. */
  mustReadTable(): void {
    this.#mustReadTable = true;
    this.#rows = [];
  }

  /**
   * Returns the next rows in order of arrival; undefined: the caller must read the table now. Rows that are added
   * while it reads are kept.
   */
  take(most: number): InboxRow[] | undefined {
    if (this.#mustReadTable) {
      this.#mustReadTable = false;
      return undefined;
    }
    this.#rows.sort((a, b) => a.seq - b.seq || a.part - b.part);
    return this.#rows.splice(0, most);
  }
}
