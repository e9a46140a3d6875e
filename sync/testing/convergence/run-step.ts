import { latency } from "../../../contracts/testing/latency.ts";
import { withDependants } from "../../client/outbox/dependants.ts";
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
  const named = withNewIds(simulation, payload);
  simulation.given.push({ id, seat, type: step.type, payload: named, gone: false, again: false });
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
    const isGone = await seat.device.call("discard", { id: entry.id });
    const own = simulation.given.filter((one) => one.seat === seat);
    if (isGone) for (const one of withDependants(own, [given])) one.gone = true;
    return;
  }
  const id = await seat.device.call("retry", { id: entry.id });
  if (id === entry.id) return;
  given.gone = true;
  await takeEnded(simulation, seat, entry.id);
  simulation.repeated.set(entry.id, id);
  for (const one of simulation.given) one.payload = withNewIds(simulation, one.payload);
  simulation.given.push({ ...given, id, gone: false, again: true });
}

/** Commands about a refused creation follow it when it is sent again, also those given from a screen with the old id. */
function withNewIds<T>({ repeated }: Simulation, payload: T): T {
  let text = JSON.stringify(payload);
  for (const [id, newId] of repeated) text = text.replaceAll(id, newId);
  return JSON.parse(text);
}

/** The texts of a ticket that was not created may have become its draft, and changes of its state are gone. */
async function takeEnded({ given, answers }: Simulation, seat: Seat, creationId: string) {
  const { outbox } = await seat.device.call("glance", { at: 0 });
  const left = new Set(outbox.map(({ id }) => id));
  for (const one of given) {
    const isOfCreation = "ticketId" in one.payload && one.payload.ticketId === creationId;
    if (isOfCreation && !answers.has(one.id) && !left.has(one.id)) one.gone = true;
  }
}
