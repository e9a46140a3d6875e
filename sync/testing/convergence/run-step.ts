import { latency } from "../../../contracts/testing/latency.ts";
import type { ShortObservation } from "./device-messages.ts";
import { payloadOf } from "./payloads.ts";
import { changeAtServer } from "./server-changes.ts";
import { goOffline, goOnline, type Seat, type Simulation, userOf } from "./simulation.ts";
import { chosen, type Step } from "./steps.ts";

/** Runs one step. Its consequences on the devices continue while the next step runs. */
export async function take(simulation: Simulation, step: Step): Promise<void> {
  if (step.do === "pause") return latency(step.ms);
  if (step.do === "server") return changeAtServer(simulation, step.what, step);
  const seat = simulation.seats[step.device];
  if (!seat) throw new Error("no such device");
  if (step.do === "link") return step.up ? goOnline(seat, simulation.line) : goOffline(seat);
  if (step.do === "reload") return reload(simulation, seat);
  const seen = await seat.device.call("glance", { at: step.at });
  if (step.do === "decide") return decide(simulation, seat, seen, step);
  const payload = payloadOf(simulation, seen, step);
  if (!payload) return;
  const id = await seat.device.call("send", { type: step.type, payload });
  simulation.given.push({ id, seat, type: step.type, payload, gone: false, again: false });
}

async function reload(simulation: Simulation, seat: Seat) {
  const wasUp = seat.up;
  goOffline(seat);
  await seat.device.call("reload", { user: await userOf(seat.agent) });
  if (wasUp) await goOnline(seat, simulation.line);
}

async function decide(
  simulation: Simulation,
  seat: Seat,
  seen: ShortObservation,
  step: Extract<Step, { do: "decide" }>,
) {
  const entry = chosen(seen.outbox, step.at);
  const given = simulation.given.find(({ id }) => id === entry?.id);
  if (!entry || !given) return;
  if (step.how === "discard") {
    given.gone = await seat.device.call("discard", { id: entry.id });
    return;
  }
  const id = await seat.device.call("retry", { id: entry.id });
  if (id === entry.id) return;
  given.gone = true;
  // Commands given after a refused creation have followed it.
  for (const one of simulation.given) one.payload = JSON.parse(JSON.stringify(one.payload).replaceAll(entry.id, id));
  simulation.given.push({ ...given, id, gone: false, again: true });
}
