import { byId } from "./dom.ts";
import { state } from "./state.ts";
import { t } from "./translate.ts";

const tabs = () => [...document.querySelectorAll<HTMLElement>("[role=tab]")];

/** Shows one of the three views; narrow screens show one at a time. */
function choose(chosen: HTMLElement) {
  document.body.dataset.tab = chosen.dataset.tab;
  for (const tab of tabs()) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
}

/** Shows on the tab of Balcão the number of actions that are only on the agent's device. */
export function showTabs() {
  const { waiting, linkUp } = state.frame;
  const badge = byId("waiting", HTMLElement);
  badge.hidden = linkUp || waiting === 0;
  badge.textContent = String(waiting);
  badge.setAttribute("aria-label", t("waiting", { count: waiting }));
}

export function listenToTabs() {
  for (const tab of tabs()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      const next = step ? tabs().at((tabs().indexOf(tab) + step) % tabs().length) : undefined;
      if (!next) return;
      choose(next);
      next.focus();
    });
  }
}
