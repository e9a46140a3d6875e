export { backUpFiles } from "./back-up-files.ts";
export { copyFiles } from "./copy-files.ts";
export { acceptType, detectMimetype } from "./detect-type.ts";

export { convertStoredPicture } from "./pictures/convert-stored.ts";
export { isHeic, jpegOfHeic } from "./pictures/picture-formats.ts";
export { withoutHeic } from "./pictures/without-heic.ts";
export { receiveUploadPart, uploadState } from "./receive-upload.ts";
export { removeBytes } from "./remove-bytes.ts";
export { removeFile } from "./remove-file.ts";
export { type FileRow, findFile, requireFile, type StoredFile } from "./require-file.ts";
export { requirePicture } from "./require-picture.ts";
export { storeFile } from "./store-file.ts";
export { storeSentFile } from "./store-sent-file.ts";
export { removeUnusedUploads } from "./unused-uploads.ts";
