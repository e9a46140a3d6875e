// @ts-check

/** Applies the theme and language that the person chose in Balcão, which stores them in this browser. */
export function followDeskTheme() {
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
