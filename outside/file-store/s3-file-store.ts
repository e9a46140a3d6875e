import { Readable } from "node:stream";
import { openDiskSpace, type Space } from "./disk-space.ts";
import { type FileStore, isFileId, type Range, requireCompanyId, requireIds } from "./file-store.ts";
import { openLocalCopies } from "./local-copies.ts";
import { type BucketAddress, nothingThere, openBucket } from "./s3-bucket.ts";

export type S3Address = BucketAddress & {
  /** The beginning of all keys; '' or a text that ends with a slash. */
  prefix: string;
};

const OFFSET_DIGITS = 15;

/** A part of an upload that is not complete; the whole object is a part at 0. */
type Part = { key: string; offset: number; size: number };

/**
 * Stores files in a bucket. A complete file is the object COMPANY/ID. S3 cannot write into an object, so the parts of an
 * upload are objects of their own, COMPANY/ID.parts/OFFSET-SIZE, until `complete` joins them. `folder` holds local copies.
 */
export function openS3FileStore({ prefix, ...address }: S3Address, folder: string, space: Space = {}): FileStore {
  const bucket = openBucket(address);
  const copies = openLocalCopies(folder, { download: (companyId, id) => read(companyId, id) });

  function keyOf(companyId: string, id: string): string {
    requireIds(companyId, id);
    return `${prefix}${companyId}/${id}`;
  }
  function prefixOf(companyId: string): string {
    requireCompanyId(companyId);
    return `${prefix}${companyId}/`;
  }
  const partsOf = (companyId: string, id: string) => `${keyOf(companyId, id)}.parts/`;

  /** Returns the parts of an upload in the order of their offsets. */
  async function findParts(companyId: string, id: string): Promise<Part[]> {
    const parts: Part[] = [];
    const [key, from] = [keyOf(companyId, id), partsOf(companyId, id)];
    const whole = await bucket.size(key);
    if (whole !== null) parts.push({ key, offset: 0, size: whole });
    for await (const part of bucket.list(from))
      parts.push({ ...part, offset: Number.parseInt(part.key.slice(from.length), 10) });
    return parts.toSorted((a, b) => a.offset - b.offset || b.size - a.size);
  }

  /** Reads parts up to the first gap. Parts overlap when a device sent a part again with another size. */
  async function* joined(parts: Part[], { start = 0, end = Number.POSITIVE_INFINITY }: Range) {
    let position = start;
    for (const { key, offset, size } of parts) {
      if (offset > position) return;
      const last = Math.min(offset + size - 1, end);
      if (last < position) continue;
      yield* bucket.read(key, { start: position - offset, end: last - offset });
      position = last + 1;
    }
  }

  async function* contentOf(companyId: string, id: string, range: Range): AsyncGenerator<Uint8Array> {
    const whole = bucket.read(keyOf(companyId, id), range);
    const first = await whole.next().catch(nothingThere);
    if (first) {
      if (!first.done) yield first.value;
      yield* whole;
      return;
    }
    const parts = await findParts(companyId, id);
    if (parts.length === 0) throw Object.assign(new Error("there is no such file"), { code: "ENOENT" });
    yield* joined(parts, range);
  }

  const read = (companyId: string, id: string, range: Range = {}) =>
    Readable.from(contentOf(companyId, id, range), { objectMode: false });

  return {
    ...openDiskSpace(folder, space),
    read,
    localPath: copies.path,
    put: (companyId, id, content) => bucket.put(keyOf(companyId, id), content),
    async write(companyId, id, offset, bytes) {
      const name = `${String(offset).padStart(OFFSET_DIGITS, "0")}-${bytes.length}`;
      if (bytes.length > 0) await bucket.put(`${partsOf(companyId, id)}${name}`, [bytes]);
    },
    async complete(companyId, id) {
      const parts = await findParts(companyId, id);
      if (parts.every(({ key }) => key === keyOf(companyId, id))) return;
      await bucket.put(keyOf(companyId, id), joined(parts, {}));
      await bucket.remove(bucket.list(partsOf(companyId, id)));
    },
    async size(companyId, id) {
      let size = 0;
      for (const part of await findParts(companyId, id))
        if (part.offset <= size) size = Math.max(size, part.offset + part.size);
      return size;
    },
    async remove(companyId, id) {
      await bucket.remove(bucket.list(keyOf(companyId, id)));
      await copies.remove(companyId, id);
    },
    async list(companyId) {
      const from = prefixOf(companyId);
      const found = new Map<string, Date>();
      for await (const { key, changedAt } of bucket.list(from)) {
        const id = key.slice(from.length).replace(/\.parts\/.*$/, "");
        if (isFileId(id) && changedAt >= (found.get(id) ?? changedAt)) found.set(id, changedAt);
      }
      return [...found].map(([id, changedAt]) => ({ id, changedAt }));
    },
    companies: async () => (await bucket.folders(prefix)).filter(isFileId),
    async removeAll(companyId) {
      await bucket.remove(bucket.list(prefixOf(companyId)));
      await copies.removeAll(companyId);
    },
  };
}
