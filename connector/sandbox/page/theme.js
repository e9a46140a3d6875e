// @ts-check

/** Follows the desk, which keeps the person's choice of theme and language in this browser. */
export function followDesk() {
  showTheme();
  window.addEventListener("storage", ({ key }) => {
    if (key === "theme") showTheme();
    if (key === "locale") location.reload();
  });
}

function showTheme() {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
