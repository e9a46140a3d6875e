/** The parts of a DOM or React keyboard event that tell whether an input method used the key. */
type Key = { key: string; keyCode: number; isComposing?: boolean; nativeEvent?: { isComposing: boolean } };

/** Key code of a key that an input method has used. */
const USED_BY_INPUT_METHOD = 229;

/**
 * Returns whether an input method used the key, for example to confirm or cancel a composed character. Chrome and Firefox
 * report such a key before `compositionend`, with `isComposing`. Safari reports it after `compositionend`: only its key
 * code tells it from a key that was meant for the field.
 */
export const isComposingKey = (event: Key): boolean =>
  (event.nativeEvent ?? event).isComposing === true || event.keyCode === USED_BY_INPUT_METHOD;

/**
 * Returns whether Enter was pressed and does not confirm a composition. Every handler in which Enter sends, saves or
 * chooses compares with this function; a test searches for handlers that do not. The browser's own submission of a form
 * needs no check: it follows `keypress`, which is not sent for a key that an input method has used.
 */
export const isEnter = (event: Key): boolean => event.key === "Enter" && !isComposingKey(event);
