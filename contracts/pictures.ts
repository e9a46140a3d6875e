/** Allowed pictures of quick and scheduled messages: png, jpg and jpeg, detected by content. */
export const pictureTypes: readonly string[] = ["image/png", "image/jpeg"];

/** For `<input accept>`. */
export const pictureExtensions = ".png,.jpg,.jpeg";

/** The address of our copy of a contact's picture, for users who may see the contact. Never the channel's address. */
export const pictureAddress = (fileId: string): string => `/media/${fileId}`;
