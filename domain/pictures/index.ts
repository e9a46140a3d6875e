export { keepPicture, type PictureFound, postponePicture } from "./keep-picture.ts";
export { markPictureDue, nextPicture } from "./next-picture.ts";
