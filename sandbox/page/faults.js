// @ts-check
import { post } from "./api.js";
import { attempt, on } from "./attempt.js";
import { byId } from "./dom.js";
import { chooseInternet, shownInternet } from "./internet.js";
import { loadConnections } from "./load.js";
import { log } from "./log.js";
import { chat, connection, state } from "./state.js";
import { t } from "./translate.js";

/** WhatsApp's answer to logins while the connection is down; Balcão retries. */
const OUT_OF_SERVICE = 503;
const switches = /** @type {const} */ ({ twice: "deliverTwice", refuse: "refuseSends", lose: "loseReceipts" });
const noFaults = { refuseSends: false, loseReceipts: false, deliverTwice: false, delayMs: 0, refuseLogins: false };

/** Balcão needs a moment to follow a choice; until then the chosen state is shown. In milliseconds. */
const FOLLOWS_MS = 5000;
const chosenState = { value: "", until: 0 };

/** @param {Record<string, unknown>} change */
const changeFaults = async (change) =>
  showFaults(await post("/faults", { connectionId: state.connectionId, ...change }));

export const resetFaults = () => changeFaults(noFaults);

/** @param {import("./api.js").Faults} faults */
export function showFaults(faults) {
  for (const [id, fault] of entriesOf(switches)) byId(id, HTMLInputElement).checked = Boolean(faults[fault]);
  check("delay", String(faults.delayMs));
}

/** Shows the chosen internet, and the state of the connection as the servers report it. */
export function showNetwork() {
  check("internet", shownInternet());
  check("line", Date.now() < chosenState.until ? chosenState.value : connectionStateOf(connection()?.status));
}

/** @param {string | undefined} status */
function connectionStateOf(status) {
  if (status === "CONNECTED") return "up";
  return status === "qrcode" ? "qr" : "down";
}

/**
 * @param {string} name
 * @param {string} value
 */
function check(name, value) {
  for (const radio of radiosOf(name)) radio.checked = radio.value === value;
}

/** @param {string} name */
const radiosOf = (name) => /** @type {NodeListOf<HTMLInputElement>} */ (document.getElementsByName(name));

/** @template {object} T @param {T} map */
const entriesOf = (map) => /** @type {[keyof T & string, T[keyof T]][]} */ (Object.entries(map));

/** @param {string} connectionState */
async function chooseConnectionState(connectionState) {
  const path = `/connections/${state.connectionId}`;
  if (connectionState === "down") {
    await changeFaults({ refuseLogins: OUT_OF_SERVICE });
    log(t("log_down"), "bad");
  } else if (connectionState === "qr") {
    await post(`${path}/unlink`);
    log(t("log_unlinked"), "bad");
  } else {
    await changeFaults({ refuseLogins: false });
    await loadConnections();
    // A number that is still linked reconnects without another scan.
    if (connectionStateOf(connection()?.status) !== "qr") return;
    await post(`${path}/scan`);
    log(t("log_scanned"));
  }
}

/**
 * Runs `work` with the radio's value; after an error the radios show the actual state again.
 * @param {string} name
 * @param {(value: string) => unknown} work
 */
function onChoice(name, work) {
  for (const radio of radiosOf(name)) {
    radio.addEventListener("change", async () => {
      await attempt(() => work(radio.value))(new Event("change"));
      showNetwork();
    });
  }
}

export function listenToFaults() {
  onChoice("internet", (value) => chooseInternet(/** @type {import("./api.js").Internet} */ (value)));
  onChoice("line", async (value) => {
    // Shown at once: a status of before the choice may arrive while the request is under way.
    Object.assign(chosenState, { value, until: Number.POSITIVE_INFINITY });
    let until = 0;
    try {
      await chooseConnectionState(value);
      until = Date.now() + FOLLOWS_MS;
    } finally {
      Object.assign(chosenState, { until });
    }
  });
  onChoice("delay", async (value) => {
    await changeFaults({ delayMs: Number(value) });
    log(t("log_delay", { delay: t(/** @type {import("./translate.js").TextKey} */ (`delay_${value}`)) }));
  });
  for (const [id, fault] of entriesOf(switches)) {
    on(id, "change", async () => {
      const isOn = byId(id, HTMLInputElement).checked;
      await changeFaults({ [fault]: isOn });
      log(t(`log_${id}_${isOn ? "on" : "off"}`), isOn ? "bad" : undefined);
    });
  }
  on("code-form", "submit", async () => {
    const code = byId("code", HTMLInputElement).value.replaceAll("-", "").trim().toUpperCase();
    await post(`/connections/${state.connectionId}/code`, { code });
    byId("code-form", HTMLFormElement).reset();
    log(t("log_code"));
  });
  on("phone-form", "submit", async () => {
    await post("/phone-messages", { ...chat(), body: byId("phone-text", HTMLInputElement).value.trim() });
    byId("phone-form", HTMLFormElement).reset();
    log(t("log_shop_reply"));
  });
}
