import type { Readable } from "node:stream";

/** Stores bytes by company and file id. Access rights are checked elsewhere. */
export type FileStore = {
  /** Stores a whole file and replaces earlier bytes. A failed call leaves the earlier bytes. */
  put(companyId: string, id: string, content: Content): Promise<void>;
  /**
   * Writes a part of an upload; `offset` is at most the present size. Bytes that are present already may be kept or
   * overwritten.
   */
  write(companyId: string, id: string, offset: number, bytes: Uint8Array): Promise<void>;
  /** Joins the parts of an upload to one file. Idempotent; call it before a file is used. */
  complete(companyId: string, id: string): Promise<void>;
  /** Returns the number of bytes without a gap before them; 0 when there is no file. */
  size(companyId: string, id: string): Promise<number>;
  /** `start` and `end` are inclusive byte positions. The stream fails when there is no file. */
  read(companyId: string, id: string, range?: Range): Readable;
  /** Resolves with the path of a complete file on this machine, for programs that need one; null when there is none. */
  localPath(companyId: string, id: string): Promise<string | null>;
  remove(companyId: string, id: string): Promise<void>;
  /** Returns the ids of a company's files, and when each was last written. */
  list(companyId: string): Promise<{ id: string; changedAt: Date }[]>;
  /** Returns the ids of the companies that have files. */
  companies(): Promise<string[]>;
  /** Removes all files of a company. */
  removeAll(companyId: string): Promise<void>;
  /** Returns the free bytes of this machine's disk. */
  freeBytes(): Promise<number>;
  /** Throws ERR_NO_SPACE when this many more bytes on this machine's disk would leave less than the reserve free. */
  requireSpace(bytes: number): Promise<void>;
};

export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
export type Range = { start?: number; end?: number };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isFileId = (text: string) => uuid.test(text);

/** A path or key is built from ids only: nothing else can name a place outside the store. */
export function requireIds(companyId: string, id: string): void {
  if (!uuid.test(companyId) || !uuid.test(id)) throw new Error("a stored file is named by two ids");
}

export function requireCompanyId(companyId: string): void {
  if (!uuid.test(companyId)) throw new Error("a company's files are named by its id");
}
