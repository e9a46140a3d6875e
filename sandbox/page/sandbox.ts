import { listen } from "./api.ts";
import { attempt } from "./attempt.ts";
import { listenToComposer } from "./composer.ts";
import { listenToCustomers, openConnection, openOwnConnection, showCustomers } from "./customers.ts";
import { byId, closeMenusOnLeave } from "./dom.ts";
import { listenToFaults, showNetwork } from "./faults.ts";
import { openDeskFrame } from "./internet.ts";
import { loadConnections, refresh } from "./load.ts";
import { listenToPhone, showPhone } from "./phone.ts";
import { updateProgress } from "./progress.ts";
import { listenToSignIn, showSignIn } from "./sign-in.ts";
import { onChange, ownConnection, state } from "./state.ts";
import { listenToSteps, showSteps } from "./step-list.ts";
import { listenToTabs, showTabs } from "./tabs.ts";
import { followDeskTheme } from "./theme.ts";
import { fillTexts } from "./translate.ts";

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
await attempt(openDeskFrame)();
await attempt(async () => {
  await loadConnections();
  await openConnection(ownConnection()?.id ?? state.connectionId);
})();
onChange(() => void attempt(openOwnConnection)());

const due: { timer: number | undefined; isConnection: boolean } = { timer: undefined, isConnection: false };
const catchUp = attempt(async () => {
  const { isConnection } = due;
  Object.assign(due, { timer: undefined, isConnection: false });
  if (isConnection) await loadConnections();
  await refresh();
});
listen(({ type }) => {
  due.isConnection ||= type === "connection";
  due.timer ??= window.setTimeout(() => catchUp(), GATHER_MS);
});
setInterval(() => {
  Promise.all([loadConnections(), refresh()]).catch(() => undefined); // The next poll retries.
}, POLL_MS);
