// Runs before the first paint, outside the bundle: the stored theme must be on <html> before anything is drawn.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem("theme");
  } catch {
    stored = null; // storage refused by the browser: the system's preference decides
  }
  const dark = stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute("content", dark ? "#0b100d" : "#eff3f0");
})();
