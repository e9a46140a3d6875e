import { signedInUserToWire } from "../../../api/users/wire.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { atDesk } from "../../../domain/testing.ts";
import { findSignedInUser } from "../../../domain/users/index.ts";
import type { CommandPayload, CommandType } from "../../contracts/commands.ts";
import type { Device } from "./device.ts";
import { type Answers, createServer, type Server } from "./server.ts";

/** One user at one device. */
export type Seat = {
  name: string;
  agent: GivenAgent;
  device: Device;
  up: boolean;
  /** Paths of requests without a response. */
  underWay: Set<string>;
  hangUp: () => void;
};
/** A command given at a device; `gone` after its author discarded or repeated it. */
export type Given = {
  id: string;
  seat: Seat;
  type: CommandType;
  payload: CommandPayload<CommandType>;
  gone: boolean;
  again: boolean;
};
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A company with a few conversations, Ana at two devices and Bia at one. */
export async function openWorld(devices: readonly Device[], loss: number, luck: number) {
  const company = await givenCompany();
  const { companyId, queue, support, connection, ana, bia } = company;
  const people = Array.from({ length: 5 }, (_, n) => ({ phone: `55319880000${n}0`, lid: `4400${n}` }));
  for (const [n, { phone }] of people.slice(0, 3).entries()) {
    const contact = await givenContact({ companyId, number: phone, name: `Contato ${n}` });
    const queueId = n === 1 ? support.id : queue.id;
    await givenTicket({ companyId, contactId: contact.id, connectionId: connection.id, queueId, number: n + 1 });
  }
  await atDesk(companyId, (ctx) => ctx.db.insert(schema.ticketCounters).values({ companyId, last: 3 }));
  const answers: Answers = new Map();
  const failures: unknown[] = [];
  const server = createServer({ answers, failures });
  const chance = dice(luck);
  const seats: Seat[] = [];
  const line = { server, loss, chance };
  for (const [n, agent] of [ana, ana, bia].entries()) {
    const device = devices[n];
    if (!device) throw new Error("three devices are needed");
    const seat: Seat = { name: `${agent.name} ${n}`, agent, device, up: false, underWay: new Set(), hangUp: () => {} };
    seats.push(seat);
    await device.call("open", { user: await userOf(agent) });
    await goOnline(seat, line);
  }
  return { ...company, ...line, line, answers, failures, people, seats, given: [] as Given[] };
}

export async function userOf({ companyId, id }: GivenAgent) {
  const user = await testDatabase().company(companyId, (db) => findSignedInUser(db, companyId, id));
  if (!user) throw new Error("the agent is gone");
  return signedInUserToWire(user);
}

type Line = { server: Server; loss: number; chance: (percent: number) => boolean };

export async function closeWorld({ seats, server }: World) {
  for (const seat of seats) {
    goOffline(seat);
    await seat.device.call("close", {});
  }
  server.close();
}

/** Connects the device to the server, except for requests and answers that get lost. */
export async function goOnline(seat: Seat, line: Line) {
  if (seat.up) return;
  seat.up = true;
  const lost = { status: 0, body: "" };
  seat.device.connect(async (request) => {
    if (line.chance(line.loss)) return lost;
    seat.underWay.add(request.path);
    const answer = await line.server.answer(seat.agent, seat.name, request);
    seat.underWay.delete(request.path);
    return line.chance(line.loss) || !seat.up ? lost : answer;
  });
  seat.hangUp = await line.server.stream(seat.agent, seat.device);
}

export function goOffline(seat: Seat) {
  if (!seat.up) return;
  seat.up = false;
  seat.device.disconnect();
  seat.hangUp();
}

/** Losses are repeatable as far as requests come in the same order. */
function dice(luck: number) {
  let state = (luck % 2_147_483_646) + 1;
  return (percent: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 100 < percent;
  };
}
