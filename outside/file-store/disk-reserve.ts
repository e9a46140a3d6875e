import { MebiByte } from "../../contracts/desk/messages.ts";

const DEFAULT_MB = 512;

/** `DISK_RESERVE_MB` in bytes; 512 MiB when it is not set. Throws when it is not a number of at least 0. */
export function readDiskReserve(value: string | undefined): number {
  const megabytes = value ? Number(value) : DEFAULT_MB;
  if (!(megabytes >= 0)) throw new Error("DISK_RESERVE_MB is not a number of mebibytes");
  return megabytes * MebiByte;
}
