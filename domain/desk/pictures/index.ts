export { keepPicture, postponePicture } from "./keep-picture.ts";
export { markPictureDue, nextPicture } from "./next-picture.ts";
