import type { FaultChange, Internet, ShownFaults } from "../wire.ts";
import { post, postFaults } from "./api.ts";
import { attempt, on } from "./attempt.ts";
import { byId } from "./dom.ts";
import { chooseInternet, shownInternet } from "./internet.ts";
import { loadConnections } from "./load.ts";
import { log } from "./log.ts";
import { chat, connection, state } from "./state.ts";
import { t } from "./translate.ts";

/** WhatsApp's answer to logins while the connection is down; Balcão retries. */
const OUT_OF_SERVICE = 503;
/** The switches by their ids, with the fault that each sets. */
const switches = [
  ["twice", "deliverTwice"],
  ["refuse", "refuseSends"],
  ["lose", "loseReceipts"],
] as const;
const noFaults = {
  refuseSends: false,
  loseReceipts: false,
  deliverTwice: false,
  delayMs: 0,
  refuseLogins: false,
} as const;

type ConnectionState = "up" | "qr" | "down";
/** Balcão needs a moment to follow a choice; until then the chosen state is shown. In milliseconds. */
const FOLLOWS_MS = 5000;
const chosenState: { value: ConnectionState; until: number } = { value: "up", until: 0 };

const changeFaults = async (change: Omit<FaultChange, "connectionId">) =>
  showFaults(await postFaults({ connectionId: state.connectionId, ...change }));

export const resetFaults = () => changeFaults(noFaults);

export function showFaults(faults: ShownFaults) {
  for (const [id, fault] of switches) byId(id, HTMLInputElement).checked = Boolean(faults[fault]);
  check("delay", String(faults.delayMs));
}

/** Shows the chosen internet, and the state of the connection as the servers report it. */
export function showNetwork() {
  check("internet", shownInternet());
  check("line", Date.now() < chosenState.until ? chosenState.value : connectionStateOf(connection()?.status));
}

function connectionStateOf(status: string | undefined): ConnectionState {
  if (status === "CONNECTED") return "up";
  return status === "qrcode" ? "qr" : "down";
}

function check(name: string, value: string) {
  for (const radio of radiosOf(name)) radio.checked = radio.value === value;
}

const radiosOf = (name: string) => document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`);

async function chooseConnectionState(chosen: ConnectionState) {
  const path = `/connections/${state.connectionId}` as const;
  if (chosen === "down") {
    await changeFaults({ refuseLogins: OUT_OF_SERVICE });
    log(t("log_down"), "bad");
  } else if (chosen === "qr") {
    await post(`${path}/unlink`, {});
    log(t("log_unlinked"), "bad");
  } else {
    await changeFaults({ refuseLogins: false });
    await loadConnections();
    // A number that is still linked reconnects without another scan.
    if (connectionStateOf(connection()?.status) !== "qr") return;
    await post(`${path}/scan`, {});
    log(t("log_scanned"));
  }
}

/** Runs `work` with the radio's value; after an error the radios show the actual state again. */
function onChoice<T extends string>(name: string, work: (value: T) => unknown) {
  for (const radio of radiosOf(name)) {
    radio.addEventListener("change", async () => {
      await attempt(() => work(radio.value as T))(new Event("change"));
      showNetwork();
    });
  }
}

export function listenToFaults() {
  onChoice<Internet>("internet", chooseInternet);
  onChoice<ConnectionState>("line", async (value) => {
    // Shown at once: a status of before the choice may arrive while the request is under way.
    Object.assign(chosenState, { value, until: Number.POSITIVE_INFINITY });
    let until = 0;
    try {
      await chooseConnectionState(value);
      until = Date.now() + FOLLOWS_MS;
    } finally {
      chosenState.until = until;
    }
  });
  onChoice<"0" | "3000" | "10000">("delay", async (value) => {
    await changeFaults({ delayMs: Number(value) });
    log(t("log_delay", { delay: t(`delay_${value}`) }));
  });
  for (const [id, fault] of switches) {
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
