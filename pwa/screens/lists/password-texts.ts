import { m } from "../../i18n/paraglide/messages.js";

/** The sentences of a field for a new password, by the rule of `NewPassword` that it breaks. */
export const passwordTexts = { min_length: m.password_weak, regex: m.password_weak, check: m.password_common };
