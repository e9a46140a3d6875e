import { get } from "./api.ts";
import { attempt, on } from "./attempt.ts";
import { byId } from "./dom.ts";
import { signInFrame } from "./internet.ts";
import { changed, state } from "./state.ts";
import { t } from "./translate.ts";

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
  })();
}
