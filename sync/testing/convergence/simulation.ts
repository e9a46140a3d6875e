import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { signedInUserToWire } from "../../../api/users/wire.ts";
import type { CommandPayload, CommandType } from "../../../contracts/commands/index.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { findSignedInUser } from "../../../domain/account/users/index.ts";
import { createChat } from "../../../domain/office/chats/index.ts";
import { acting, atDesk } from "../../../domain/testing.ts";
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
export type IssuedCommand = {
  id: string;
  seat: Seat;
  type: CommandType;
  payload: CommandPayload<CommandType>;
  gone: boolean;
  again: boolean;
};
export type Simulation = Awaited<ReturnType<typeof openSimulation>>;

/** A company with a few conversations, Ana at two devices and Bia at one. */
export async function openSimulation(devices: readonly Device[], loss: number, luck: number) {
  const company = await givenCompany();
  const { companyId, queue, support, connection, ana, bia } = company;
  const people = Array.from({ length: 5 }, (_, n) => ({ phone: `55319880000${n}0`, lid: `4400${n}` }));
  for (const [n, { phone }] of people.slice(0, 3).entries()) {
    const contact = await givenContact({ companyId, number: phone, name: `Contato ${n}` });
    const queueId = n === 1 ? support.id : queue.id;
    await givenTicket({ companyId, contactId: contact.id, connectionId: connection.id, queueId, number: n + 1 });
  }
  await atDesk(companyId, (ctx) => ctx.db.insert(schema.ticketCounters).values({ companyId, last: 3 }));
  const lanes = await givenLanes(companyId);
  // Only admins create chats: in some histories Ana is one.
  const profile = luck % 3 === 0 ? "admin" : "user";
  await atDesk(companyId, (ctx) => ctx.db.update(schema.users).set({ profile }).where(eq(schema.users.id, ana.id)));
  await givenChats(company);
  const answers: Answers = new Map();
  const failures: unknown[] = [];
  const server = createServer({ answers, failures });
  const chance = dice(luck);
  const seats: Seat[] = [];
  /** The new ids of commands that were sent again, by their former ids, oldest first. */
  const repeated = new Map<string, string>();
  const line = { server, loss, chance };
  for (const [n, agent] of [ana, ana, bia].entries()) {
    const device = devices[n];
    if (!device) throw new Error("three devices are needed");
    const seat: Seat = { name: `${agent.name} ${n}`, agent, device, up: false, underWay: new Set(), hangUp: () => {} };
    seats.push(seat);
    await device.call("open", { user: await userOf(agent) });
    await goOnline(seat, line);
  }
  return { ...company, ...line, line, answers, failures, people, lanes, seats, given: [] as IssuedCommand[], repeated };
}

/** Three kanban tags. */
async function givenLanes(companyId: string): Promise<string[]> {
  const rows = ["Novo", "Negociando", "Ganho"].map((name) => ({
    companyId,
    id: uuidv7(),
    name,
    color: "#aa3300",
    isKanban: true,
  }));
  const made = await atDesk(companyId, (ctx) => ctx.db.insert(schema.tags).values(rows).returning());
  return made.map(({ id }) => id);
}

/** A chat of Ana's with Bia, and one of Marina's with both. */
async function givenChats({ companyId, admin, ana, bia }: Awaited<ReturnType<typeof givenCompany>>) {
  const create = (title: string) => acting(admin, (ctx) => createChat(ctx, { title, userIds: [ana.id, bia.id] }));
  const [own] = [await create("Da Ana"), await create("Da Marina")];
  const { chats } = schema;
  await atDesk(companyId, (ctx) => ctx.db.update(chats).set({ ownerId: ana.id }).where(eq(chats.id, own.id)));
}

export async function userOf({ companyId, id }: GivenAgent) {
  const user = await testDatabase().company(companyId, (db) => findSignedInUser(db, companyId, id));
  if (!user) throw new Error("the agent is gone");
  return signedInUserToWire(user);
}

type SimulatedNetwork = { server: Server; loss: number; chance: (percent: number) => boolean };

export async function closeSimulation({ seats, server }: Simulation) {
  for (const seat of seats) {
    goOffline(seat);
    await seat.device.call("close", {});
  }
  server.close();
}

/** Connects the device to the server, except for requests and answers that get lost. */
export async function goOnline(seat: Seat, line: SimulatedNetwork) {
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
