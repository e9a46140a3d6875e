import { language, languageOf } from "./translate.ts";

/** Applies the theme and language that the person chose in Balcão, which stores them in this browser. */
export function followDeskTheme() {
  showTheme();
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme") showTheme();
    // In a new browser, Balcão stores the default language, in which the page is written already.
    if (key === "locale" && languageOf(newValue) !== language) location.reload();
  });
}

function showTheme() {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
