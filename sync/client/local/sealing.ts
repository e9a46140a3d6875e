import type { Table } from "dexie";
import type { DeskOwner } from "../names.ts";
import type { OutboxDatabase } from "./databases.ts";

/**
 * The unsent work of a user whose session ended, sealed with the user's key (AES-GCM, 256 bits). Each row is sealed or
 * opened in a transaction of its own: a page that closes in between loses none and has none twice.
 */

/** Tables with a person's texts, files and recordings; the order is that in which the rows are opened again. */
const tablesOf = (database: OutboxDatabase): Table[] => [
  database.files,
  database.outbox,
  database.drafts,
  database.chatDrafts,
  database.noteDrafts,
  database.editDrafts,
  database.lastTexts,
  database.sentMarks,
  database.fileBlobs,
  database.fileDrafts,
  database.voiceParts,
  database.voiceDrafts,
  database.moved,
];

/** `base64`: 32 bytes, as the sign-in answered them. */
async function keyOf(base64: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** A row can only be opened for the user for whom it was sealed. */
const boundTo = (owner: DeskOwner) => new TextEncoder().encode(`${owner.companyId} ${owner.id}`);

/** Seals every row that is stored in clear. A row that changes meanwhile is read again. */
export async function sealOutbox(database: OutboxDatabase, owner: DeskOwner, base64: string): Promise<void> {
  const key = await keyOf(base64);
  for (const table of tablesOf(database)) {
    for (const id of await table.toCollection().primaryKeys()) {
      while (!(await sealRow({ database, table, owner, key }, id)));
    }
  }
}

type Sealing = { database: OutboxDatabase; table: Table; owner: DeskOwner; key: CryptoKey };

/** Returns false if the row changed while it was encrypted. */
async function sealRow({ database, table, owner, key }: Sealing, id: unknown): Promise<boolean> {
  const row: unknown = await table.get(id as string);
  if (row === undefined) return true;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const packed = await pack(table.name, row as Record<string, unknown>);
  const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: boundTo(owner) }, key, packed);
  return database.transaction("rw", [table, database.sealed], async () => {
    const now: unknown = await table.get(id as string);
    if (JSON.stringify(now) !== JSON.stringify(row)) return now === undefined;
    await database.sealed.add({ iv, bytes });
    await table.delete(id as string);
    return true;
  });
}

/** Opens every sealed row. A row that this key does not open stays sealed; returns how many stay. */
export async function openSealed(database: OutboxDatabase, owner: DeskOwner, base64: string): Promise<number> {
  const key = await keyOf(base64);
  let kept = 0;
  for (const order of await database.sealed.toCollection().primaryKeys()) {
    const sealed = await database.sealed.get(order);
    if (!sealed) continue;
    const params = { name: "AES-GCM", iv: sealed.iv, additionalData: boundTo(owner) };
    const packed = await crypto.subtle.decrypt(params, key, sealed.bytes).catch(() => null);
    if (packed === null) {
      kept += 1;
      continue;
    }
    const { table: name, row } = unpack(packed);
    const table = database.table(name);
    await database.transaction("rw", [table, database.sealed], async () => {
      // Work of a later session under the same key wins over what was sealed before it.
      if (table.schema.primKey.auto || !(await table.get(row[table.schema.primKey.keyPath as string] as string)))
        await table.put(row);
      await database.sealed.delete(order);
    });
  }
  return kept;
}

type Part = { field: string; size: number; type: string | null };
type Header = { table: string; row: Record<string, unknown>; parts: Part[] };

/** A row as bytes: the length of the header, the header as JSON, then the fields that are files or bytes. */
async function pack(table: string, row: Record<string, unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Part[] = [];
  const contents: Uint8Array<ArrayBuffer>[] = [];
  const plain: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    const bytes =
      value instanceof Blob
        ? new Uint8Array(await value.arrayBuffer())
        : value instanceof Uint8Array
          ? new Uint8Array(value)
          : null;
    if (!bytes) plain[field] = value;
    else {
      parts.push({ field, size: bytes.length, type: value instanceof Blob ? value.type : null });
      contents.push(bytes);
    }
  }
  const header = new TextEncoder().encode(JSON.stringify({ table, row: plain, parts } satisfies Header));
  const packed = new Uint8Array(4 + header.length + contents.reduce((sum, { length }) => sum + length, 0));
  new DataView(packed.buffer).setUint32(0, header.length);
  packed.set(header, 4);
  let at = 4 + header.length;
  for (const bytes of contents) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return packed;
}

function unpack(packed: ArrayBuffer): Pick<Header, "table" | "row"> {
  const length = new DataView(packed).getUint32(0);
  const { table, row, parts }: Header = JSON.parse(new TextDecoder().decode(packed.slice(4, 4 + length)));
  let at = 4 + length;
  for (const { field, size, type } of parts) {
    const bytes = packed.slice(at, at + size);
    row[field] = type === null ? new Uint8Array(bytes) : new Blob([bytes], { type });
    at += size;
  }
  return { table, row };
}
