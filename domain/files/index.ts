export { acceptType, detectMimetype } from "./detect-type.ts";
export { readDiskReserve } from "./disk-reserve.ts";
export { type FileStore, openDiskFileStore } from "./file-store.ts";
export { receiveUploadPart, uploadState } from "./receive-upload.ts";
export { type FileRow, requireFile } from "./require-file.ts";
export { requirePicture } from "./require-picture.ts";
export { storeFile } from "./store-file.ts";
export { storeSentFile } from "./store-sent-file.ts";
export { removeUnusedUploads } from "./unused-uploads.ts";
