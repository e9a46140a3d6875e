import { expect, test } from "vitest";
import { type StoredRow, StoredRows } from "./stored-rows.ts";

const lease = { companyId: "company", connectionId: "connection", epoch: 3, owner: "me" };
const row = (seq: number, more: Partial<StoredRow> = {}): StoredRow => ({
  ...{ providerId: `M${seq}`, part: 0, seq, attrs: {}, plaintext: Buffer.of(1) },
  ...more,
});
const ids = (rows: { providerId: string; part: number }[] | undefined) =>
  rows?.map(({ providerId, part }) => `${providerId} ${part}`);

function givenStored() {
  const stored = new StoredRows(lease);
  const woken: string[] = [];
  for (const kind of ["messages", "history"] as const) stored.onAdded(kind, () => woken.push(kind));
  return { stored, woken };
}

function givenComplete() {
  const { stored } = givenStored();
  stored.take(20);
  return stored;
}

test("the first rows are those of the table, and rows stored while it is read are kept", () => {
  const { stored } = givenStored();
  stored.add([row(1)]);
  expect(stored.take(20)).toBeUndefined();
  stored.add([row(2)]);
  expect(ids(stored.take(20))).toEqual(["M2 0"]);
  expect(stored.take(20)).toEqual([]);
});

test("stored rows are taken in order of arrival, each once, with the epoch of their lease", () => {
  const stored = givenComplete();
  stored.add([row(3), row(2, { part: 1 }), row(2)]);
  stored.add([row(1)]);
  const taken = stored.take(3);
  expect(ids(taken)).toEqual(["M1 0", "M2 0", "M2 1"]);
  expect(taken?.[0]).toMatchObject({ companyId: "company", connectionId: "connection", epoch: 3, doneAt: null });
  expect(ids(stored.take(3))).toEqual(["M3 0"]);
});

test("rows of the phone's history are left to their own worker", () => {
  const stored = givenComplete();
  stored.add([row(1, { attrs: { category: "peer" } })]);
  expect(stored.take(20)).toEqual([]);
});

test("rows wake the worker of their kind, also while it must read the table", () => {
  const { stored, woken } = givenStored();
  const history = row(2, { attrs: { category: "peer" } });
  stored.add([row(1)]);
  stored.add([history]);
  stored.take(20);
  stored.add([row(3), history]);
  expect(woken).toEqual(["messages", "history", "messages", "history"]);
});

test("when other rows may be pending, the table is read once", () => {
  const stored = givenComplete();
  stored.add([row(1)]);
  stored.mustReadTable();
  expect(stored.take(20)).toBeUndefined();
  expect(stored.take(20)).toEqual([]);
});

test("a worker that is far behind reads the table", () => {
  const stored = givenComplete();
  for (let seq = 1; seq <= 201; seq++) stored.add([row(seq)]);
  expect(stored.take(20)).toBeUndefined();
});
