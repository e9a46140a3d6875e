import { getLocale } from "../i18n/paraglide/runtime.js";

/** Mails that a request causes are written in the language of the screen. */
export const inOurLanguage = (init: RequestInit): RequestInit => {
  const headers = new Headers(init.headers);
  headers.set("accept-language", getLocale());
  return { ...init, headers };
};
