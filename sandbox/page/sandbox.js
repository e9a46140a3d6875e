// @ts-check
import { listen } from "./api.js";
import { attempt } from "./attempt.js";
import { listenToComposer } from "./composer.js";
import { listenToCustomers, openConnection, openOwnConnection, showCustomers } from "./customers.js";
import { byId, closeMenusOnLeave } from "./dom.js";
import { listenToFaults, showNetwork } from "./faults.js";
import { openDeskFrame } from "./internet.js";
import { loadConnections, refresh } from "./load.js";
import { listenToPhone, showPhone } from "./phone.js";
import { updateProgress } from "./progress.js";
import { listenToSignIn, showSignIn } from "./sign-in.js";
import { onChange, ownConnection, state } from "./state.js";
import { listenToSteps, showSteps } from "./step-list.js";
import { listenToTabs, showTabs } from "./tabs.js";
import { followDeskTheme } from "./theme.js";
import { fillTexts } from "./translate.js";

/** Interval at which Balcão's status is polled; the phones send an event at each change. */
const POLL_MS = 3000;
const GATHER_MS = 60;

fillTexts();
followDeskTheme();
closeMenusOnLeave(byId("desk", HTMLIFrameElement));
for (const listenToPart of [
  listenToComposer,
  listenToCustomers,
  listenToPhone,
  listenToSteps,
  listenToTabs,
  listenToFaults,
  listenToSignIn,
])
  listenToPart();
for (const show of [updateProgress, showCustomers, showPhone, showSteps, showTabs, showNetwork, showSignIn])
  onChange(show);

// Balcão may be missing: the sandbox can run alone.
await attempt(openDeskFrame)(undefined);
await attempt(async () => {
  await loadConnections();
  await openConnection(ownConnection()?.id ?? state.connectionId);
})(undefined);
onChange(() => void attempt(openOwnConnection)(undefined));

/** @type {{ timer: number | undefined, isConnection: boolean }} */
const due = { timer: undefined, isConnection: false };
const catchUp = attempt(async () => {
  const { isConnection } = due;
  Object.assign(due, { timer: undefined, isConnection: false });
  if (isConnection) await loadConnections();
  await refresh();
});
listen(({ type }) => {
  due.isConnection ||= type === "connection";
  due.timer ??= window.setTimeout(() => catchUp(undefined), GATHER_MS);
});
setInterval(() => {
  Promise.all([loadConnections(), refresh()]).catch(() => undefined); // The next poll retries.
}, POLL_MS);
