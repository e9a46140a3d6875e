export { hashOf, headOf } from "./content.ts";
export { openDiskFileStore, placeOf } from "./disk-file-store.ts";
export { readDiskReserve } from "./disk-reserve.ts";
export type { FileStore } from "./file-store.ts";
export { type FilesAddress, openFileStore, passingFoldersOf, readFilesAddress } from "./files-url.ts";
