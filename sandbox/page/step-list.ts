import { on } from "./attempt.ts";
import { byId, h, icon } from "./dom.ts";
import { chooseInternet } from "./internet.ts";
import { isPage, ownConnection, state } from "./state.ts";
import { currentStep, type Step, steps } from "./steps.ts";
import { t } from "./translate.ts";

/** Shows the five steps, how many are done, and the instruction of the next one. */
export function showSteps() {
  const { done } = state.progress;
  const current = currentStep(state.progress);
  byId("progress-text", HTMLElement).textContent = t("progress", { done: done.length, all: steps.length });
  const bar = byId("progress", HTMLElement);
  bar.setAttribute("aria-valuenow", String(done.length));
  bar.replaceChildren(...steps.map((_, index) => h("i", { class: index < done.length && "done" })));
  byId("steps", HTMLOListElement).replaceChildren(
    ...steps.map((step, index) => {
      const isDone = done.includes(step);
      const isNow = step === current;
      const mark = h("span", { class: "mark" }, isDone ? icon("one-tick") : String(index + 1));
      const attributes = { class: isDone ? "done" : isNow && "now", "aria-current": isNow ? "step" : undefined };
      return h("li", attributes, mark, t(`step_${step}`));
    }),
  );
  showGuide(current);
}

function showGuide(current: Step | undefined) {
  const number = current ? steps.indexOf(current) + 1 : 0;
  const hint = current ? t(`step_${current}_hint`) : t("step_all_done");
  byId("guide-step", HTMLElement).textContent = current ? t("step_now", { number, all: steps.length }) : "";
  byId("guide-hint", HTMLElement).textContent = isPage()
    ? t("step_whatsapp_only")
    : state.companyId && !ownConnection()
      ? t("step_own_number")
      : hint;
  const action = byId("guide-action", HTMLButtonElement);
  const isCut = state.internet === "none";
  action.hidden = !isCut && current !== "cut";
  action.textContent = t(isCut ? "internet_restore" : "internet_cut");
}

export function listenToSteps() {
  on("guide-action", "click", () => chooseInternet(state.internet === "none" ? "good" : "none"));
  on("steps-toggle", "click", () => {
    const isOpen = document.body.toggleAttribute("data-steps-open");
    byId("steps-toggle", HTMLElement).setAttribute("aria-expanded", String(isOpen));
  });
}
