/** Controls and format signs, spaces, and letters and selectors that have no shape. */
const INVISIBLE =
  /^(?:[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u180e\u2800\u3164\uffa0]|[\u180b-\u180d\u180f\ufe00-\ufe0f]|\u034f|\u17b4|\u17b5)*$/u;

/** Returns whether a reader would see nothing of the text. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text);
