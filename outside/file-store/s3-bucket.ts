import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ServerSideEncryption,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { MebiByte } from "../../contracts/desk/messages.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Content, Range } from "./file-store.ts";

export type BucketAddress = {
  bucket: string;
  /** The server of a compatible store; undefined: AWS. */
  endpoint?: string;
  encryption?: ServerSideEncryption;
};
export type Listed = { key: string; size: number; changedAt: Date };

/** The size of the pieces of a large object; S3 asks for at least 5 MiB and at most 10,000 pieces. */
export const PIECE_BYTES = 8 * MebiByte;
const REMOVALS_AT_ONCE = 16;

/**
 * A bucket, by the S3 calls PutObject, GetObject, HeadObject, DeleteObject, ListObjectsV2 and those of multipart uploads.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API (API version 2006-03-01). Throws ERR_UNAVAILABLE when the server
 * does not answer.
 */
export function openBucket({ bucket, endpoint, encryption }: BucketAddress) {
  const client = new S3Client({
    // Compatible stores seldom have a host name per bucket, and some do not know the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
  const at = (Key: string) => ({ Bucket: bucket, Key });
  const sealed = encryption ? { ServerSideEncryption: encryption } : {};

  async function* pages(Prefix: string, Delimiter?: string): AsyncGenerator<ListObjectsV2CommandOutput> {
    let ContinuationToken: string | undefined;
    do {
      const wanted = new ListObjectsV2Command({ Bucket: bucket, Prefix, Delimiter, ContinuationToken });
      const page = await answered(client.send(wanted));
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async function* list(prefix: string): AsyncGenerator<Listed> {
    for await (const { Contents = [] } of pages(prefix))
      for (const { Key, Size = 0, LastModified = new Date(0) } of Contents)
        if (Key) yield { key: Key, size: Size, changedAt: LastModified };
  }

  async function putPieces(key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const { UploadId } = await answered(client.send(new CreateMultipartUploadCommand({ ...at(key), ...sealed })));
    const upload = { ...at(key), UploadId };
    try {
      const done: { ETag?: string; PartNumber: number }[] = [];
      for await (const Body of pieces) {
        const PartNumber = done.length + 1;
        const { ETag } = await answered(client.send(new UploadPartCommand({ ...upload, PartNumber, Body })));
        done.push({ ETag, PartNumber });
      }
      await answered(client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } })));
    } catch (error) {
      // The bucket keeps, and charges for, the pieces of an upload that is neither completed nor aborted.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }

  return {
    list,
    /** Returns the names of the folders in a prefix. */
    async folders(prefix: string): Promise<string[]> {
      const found: string[] = [];
      for await (const { CommonPrefixes = [] } of pages(prefix, "/"))
        found.push(...CommonPrefixes.map(({ Prefix = "" }) => Prefix.slice(prefix.length, -1)));
      return found;
    },
    /** Resolves with the number of bytes; null when there is no object. */
    async size(key: string): Promise<number | null> {
      const found = await answered(client.send(new HeadObjectCommand(at(key)))).catch(nothingThere);
      return found && (found.ContentLength ?? 0);
    },
    /** Yields the bytes; like a stream of a file, none for a range behind the end. Throws when there is no object. */
    async *read(key: string, { start = 0, end }: Range = {}): AsyncGenerator<Uint8Array> {
      const isAll = start === 0 && end === undefined;
      const wanted = { ...at(key), ...(!isAll && { Range: `bytes=${start}-${end ?? ""}` }) };
      const found = await answered(client.send(new GetObjectCommand(wanted))).catch((error: unknown) => {
        if (statusOf(error) === 416) return null;
        throw error;
      });
      if (found?.Body) yield* found.Body as Readable;
    },
    /** Stores an object in one call, or a large one in pieces; in both cases it is there whole or not at all. */
    async put(key: string, content: Content): Promise<void> {
      const pieces = inPieces(content);
      const [first, second] = [await pieces.next(), await pieces.next()];
      if (!first.done && !second.done) return putPieces(key, startingWith([first.value, second.value], pieces));
      const Body = first.done ? new Uint8Array() : first.value;
      await answered(client.send(new PutObjectCommand({ ...at(key), ...sealed, Body })));
    },
    async remove(objects: AsyncIterable<Listed>): Promise<void> {
      const waiting = new Set<Promise<unknown>>();
      for await (const { key } of objects) {
        const removal = answered(client.send(new DeleteObjectCommand(at(key)))).finally(() => waiting.delete(removal));
        waiting.add(removal);
        if (waiting.size >= REMOVALS_AT_ONCE) await Promise.race(waiting);
      }
      await Promise.all(waiting);
    },
  };
}

/** Cuts a content into pieces of PIECE_BYTES; the last one may be shorter. */
async function* inPieces(content: Content): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (size + rest.length >= PIECE_BYTES) {
      const fitting = PIECE_BYTES - size;
      yield Buffer.concat([...chunks, rest.subarray(0, fitting)]);
      [chunks, size, rest] = [[], 0, rest.subarray(fitting)];
    }
    if (rest.length > 0) chunks.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

async function* startingWith<T>(first: T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0);

export function nothingThere(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}

/** Maps a server that is unreachable or overloaded to ERR_UNAVAILABLE, which callers retry. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const status = statusOf(error);
    if (status >= 400 && status < 500 && status !== 429) throw error;
    throw Object.assign(new DomainError("ERR_UNAVAILABLE"), { cause: error });
  }
}
