import { join } from "node:path";
import type { ServerSideEncryption } from "@aws-sdk/client-s3";
import { openDiskFileStore, unfinishedIn } from "./disk-file-store.ts";
import type { Space } from "./disk-space.ts";
import type { FileStore } from "./file-store.ts";
import { openS3FileStore, type S3Address } from "./s3-file-store.ts";

export type FilesAddress = { folder: string } | S3Address;

const encryptions: ServerSideEncryption[] = ["AES256", "aws:kms"];

type Environment = Partial<
  Record<"FILES_URL" | "FILES_ENCRYPTION" | "AWS_ENDPOINT_URL_S3" | "AWS_ENDPOINT_URL", string>
>;

/**
 * Reads where files are stored: `FILES_URL` is `s3://BUCKET` or `s3://BUCKET/PREFIX`, a folder, or not set for the folder
 * `files` of the data directory. The AWS SDK reads region and keys from its usual variables. Throws when it is none.
 */
export function readFilesAddress(env: Environment, dataDir: string): FilesAddress {
  const { FILES_URL: address = "", FILES_ENCRYPTION: encryption = "AES256" } = env;
  if (!address) return { folder: join(dataDir, "files") };
  if (!address.includes("://")) return { folder: address };
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w./-]*)?$/.exec(address) ?? [];
  if (!bucket) throw new Error("FILES_URL is neither s3://BUCKET nor a folder");
  if (encryption !== "none" && !encryptions.includes(encryption as ServerSideEncryption))
    throw new Error(`FILES_ENCRYPTION is none of ${encryptions.join(", ")}, none`);
  const prefix = path.split("/").filter(Boolean).join("/");
  return {
    bucket,
    prefix: prefix && `${prefix}/`,
    endpoint: env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined,
    encryption: encryption === "none" ? undefined : (encryption as ServerSideEncryption),
  };
}

/** Folders in which a killed process may leave files that it was writing. */
export const passingFoldersOf = (address: FilesAddress) => ("folder" in address ? [unfinishedIn(address.folder)] : []);

/** Opens the store at an address. Local copies of files in a bucket are in the folder `copies` of the data directory. */
export function openFileStore(address: FilesAddress, dataDir: string, space: Space = {}): FileStore {
  if ("folder" in address) return openDiskFileStore(address.folder, space);
  return openS3FileStore(address, join(dataDir, "copies"), space);
}
