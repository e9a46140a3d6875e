/** The languages of mails, and of the screens. */
export const languages = ["pt", "en", "es"] as const;
export type Language = (typeof languages)[number];
