/** What a quick message and a scheduled message may carry: png, jpg and jpeg, by their content. */
export const pictureTypes: readonly string[] = ["image/png", "image/jpeg"];

/** For `<input accept>`. */
export const pictureExtensions = ".png,.jpg,.jpeg";
