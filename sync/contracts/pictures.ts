/** What a quick message and a scheduled message may carry: png, jpg and jpeg, by their content. */
export const pictureTypes: readonly string[] = ["image/png", "image/jpeg"];

/** For `<input accept>`. */
export const pictureExtensions = ".png,.jpg,.jpeg";

/** Where a contact's picture is had from, by whoever may see the contact. Never the channel's own address. */
export const pictureAddress = (fileId: string): string => `/media/${fileId}`;
