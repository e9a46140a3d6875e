import type { CompanyDb, SecretBox } from "../../db/index.ts";
import type { DeskContext } from "./context.ts";

/** How many values another key had encrypted, and how many none of the given keys opens. */
export type Resealed = { resealed: number; unreadable: number };

/** A company, and how one transaction of it is run. */
export type CompanyRuns = { companyId: string; run<T>(work: (ctx: DeskContext) => Promise<T>): Promise<T> };

const BATCH = 200;

type Rows<R> = {
  /** Returns the next rows of the company in the order of their key. */
  read(db: CompanyDb, after: R | undefined, limit: number): Promise<R[]>;
  sealed(row: R): Uint8Array;
  place(row: R): string;
  /** Writes the value if the row still has the one that was read. */
  write(db: CompanyDb, row: R, sealed: Buffer): Promise<unknown>;
};

/**
 * Encrypts the values of rows with the first key of the box where another one has encrypted them. It goes in batches, each in
 * a transaction of its own: a session that writes one of the rows waits for one batch at most.
 */
export async function resealRows<R>({ run }: CompanyRuns, box: SecretBox, rows: Rows<R>): Promise<Resealed> {
  const sum: Resealed = { resealed: 0, unreadable: 0 };
  for (let last: R | undefined; ; ) {
    // A transaction may be repeated, so that it counts for itself.
    const { found, resealed, unreadable } = await run(async ({ db }) => {
      const batch = { found: await rows.read(db, last, BATCH), resealed: 0, unreadable: 0 };
      for (const row of batch.found) {
        const sealed = resealedOf(box, rows.sealed(row), rows.place(row));
        if (sealed === "unreadable") batch.unreadable += 1;
        else if (sealed) {
          await rows.write(db, row, sealed);
          batch.resealed += 1;
        }
      }
      return batch;
    });
    sum.resealed += resealed;
    sum.unreadable += unreadable;
    last = found.at(-1);
    if (found.length < BATCH) return sum;
  }
}

function resealedOf(box: SecretBox, sealed: Uint8Array, place: string): Buffer | null | "unreadable" {
  try {
    return box.reseal(sealed, place);
  } catch {
    return "unreadable"; // altered, or encrypted with a key that is gone
  }
}
