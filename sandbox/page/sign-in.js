// @ts-check
import { get } from "./api.js";
import { attempt, on } from "./attempt.js";
import { byId } from "./dom.js";
import { signInFrame } from "./internet.js";
import { changed, state } from "./state.js";
import { t } from "./translate.js";

/** Offers the demo account while nobody is signed in in the frame. */
export function showSignIn() {
  const button = byId("sign-in", HTMLButtonElement);
  button.hidden = state.companyId !== null || !state.demo;
  button.textContent = t("sign_in_as", { name: state.demo?.name.split(" ")[0] ?? "" });
}

export function listenToSignIn() {
  on("sign-in", "click", async () => signInFrame());
  void attempt(async () => {
    state.demo = await get("/demo-account");
    changed();
  })(undefined);
}
