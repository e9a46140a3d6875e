import type { Internet } from "../wire.ts";
import { get, putInternet } from "./api.ts";
import { byId } from "./dom.ts";
import { log } from "./log.ts";
import { changed, state } from "./state.ts";
import { t } from "./translate.ts";

const frame = () => byId("desk", HTMLIFrameElement);

/** The last internet that was asked for. It differs from `state.internet` while the request is under way. */
let requested: Internet = "good";

/** The internet that the switch shows: a status of Balcão may arrive while the request is under way. */
export const shownInternet = () => requested;

/**
 * Sets the internet of Balcão: the server closes or slows its connections. The frame receives the event (`online`,
 * `offline`) that a browser dispatches when its network changes.
 */
export async function chooseInternet(internet: Internet) {
  const before = state.internet;
  requested = internet;
  try {
    await putInternet(internet);
  } catch (error) {
    requested = before;
    changed();
    throw error;
  }
  state.internet = internet;
  log(t(`log_internet_${internet}`), internet === "none" ? "bad" : undefined);
  if ((internet === "none") !== (before === "none"))
    frame().contentWindow?.dispatchEvent(new Event(internet === "none" ? "offline" : "online"));
  changed();
}

/** Loads Balcão in the frame, listens to its status messages, and restores the internet when the page is left. */
export async function openDeskFrame() {
  window.addEventListener("message", onStatusMessage);
  window.addEventListener("pagehide", () => {
    if (requested !== "good") void putInternet("good", true);
  });
  frame().src = "/tickets";
  requested = (await get("/internet")).internet;
  state.internet = requested;
}

function showCompany(companyId: string | null) {
  state.companyId = companyId;
  changed();
}

/** Signs the frame in with the demo account; the desk's own sign-in shows a refusal. */
export function signInFrame() {
  if (!state.demo) return;
  const { email, password } = state.demo;
  frame().contentWindow?.postMessage({ type: "balcao-sign-in", email, password }, location.origin);
}

function onStatusMessage({ origin, source, data }: MessageEvent) {
  if (origin !== location.origin || source !== frame().contentWindow) return;
  if (data?.type === "balcao-signed-out") return showCompany(null);
  if (data?.type !== "balcao-status") return;
  const { linkUp, waiting, companyId } = data;
  if (companyId !== state.companyId) showCompany(companyId);
  const before = state.frame;
  if (linkUp === before.linkUp && waiting === before.waiting) return;
  state.frame = { linkUp, waiting };
  if (!linkUp && waiting > before.waiting) log(t("log_kept", { count: waiting }), "waits");
  if (linkUp && waiting === 0 && before.waiting > 0 && !before.linkUp) log(t("log_sent"));
  changed();
}
