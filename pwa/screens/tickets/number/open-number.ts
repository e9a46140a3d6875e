import { firstValueFrom } from "rxjs";
import * as v from "valibot";
import { can } from "../../../../contracts/account/permissions.ts";
import type { SessionUser } from "../../../../contracts/account/session.ts";
import { type PhoneProblem, phoneMatchKey } from "../../../../contracts/phones.ts";
import type { DeviceDesk, TicketView } from "../../../../sync/client/index.ts";
import { ApiError } from "../../../session/api-error.ts";
import { readPhoneOn } from "../../../session/read-phone.ts";
import { TicketPageWire, ticketFromWire } from "../list/ticket-from-wire.ts";

type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;
type Deps = { desk: DeviceDesk; user: SessionUser; apiFetch: ApiFetch };

const Identified = v.object({ id: v.string() });
const ContactPage = v.object({ contacts: v.array(v.object({ id: v.string(), number: v.string() })) });

/** The text cannot be read as a phone number. */
export class NotANumber extends Error {
  readonly problem: PhoneProblem;

  constructor(problem: PhoneProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Returns the id of the conversation with a number, in any spelling: the one that is not closed, or a new one, with a new contact if
 * none has the number. With a network the server decides, because it has contacts and tickets that this device does
 * not have.
 */
export async function openNumber({ desk, user, apiFetch }: Deps, typed: string, name = ""): Promise<string> {
  const read = await readPhoneOn(desk, typed);
  // The digits of a known contact are enough, also without the "+" of another country.
  const number = read.refused === undefined ? read.number : typed.replace(/\D/g, "");
  const here =
    number === "" ? { tickets: [], contacts: [] } : await firstValueFrom(desk.search$({ text: number, limit: 20 }));
  const going = here.tickets.find((ticket) => isGoingOn(ticket, number));
  if (going) return openGoing(desk, going);
  const contactHere = here.contacts.find((contact) => isSameNumber(contact.number, number));
  if (!contactHere && read.refused !== undefined) throw new NotANumber(read.refused);
  const queueId = ownQueue(user);
  if (!desk.status.get().linkUp) {
    const contactId = contactHere?.id ?? (await desk.send("contact.create", newContact(number, name)));
    return desk.send("ticket.create", { contactId, queueId, connectionId: null, status: "open" });
  }
  const contactId =
    contactHere?.id ?? (await findContact(apiFetch, number)) ?? (await makeContact(apiFetch, newContact(number, name)));
  try {
    const asked = { contactId, queueId, userId: user.id, status: "open" };
    return await identified(apiFetch("/tickets", json(asked)));
  } catch (error) {
    const other = isOtherOpen(error) ? await findGoing(apiFetch, number) : undefined;
    if (!other) throw error;
    return openGoing(desk, other);
  }
}

/** Two spellings of one number, such as with and without the ninth digit, are one person. */
const isSameNumber = (one: string, other: string) => phoneMatchKey(one) === phoneMatchKey(other);
const isGoingOn = (ticket: TicketView, number: string) =>
  isSameNumber(ticket.contactNumber, number) && ticket.status !== "closed";
const isOtherOpen = (error: unknown) => error instanceof ApiError && error.code === "ERR_OTHER_OPEN_TICKET";

async function openGoing(desk: DeviceDesk, ticket: TicketView): Promise<string> {
  if (ticket.status === "pending") await desk.send("ticket.accept", { ticketId: ticket.id });
  return ticket.id;
}

/** Returns the queue of a user who serves exactly one and is no admin; otherwise null. */
function ownQueue(user: SessionUser): string | null {
  const [only, ...more] = user.queues;
  return !can.workInAllQueues(user.profile) && only && more.length === 0 ? only.id : null;
}

const MAX_LETTERS = 50;
const newContact = (number: string, name: string) => {
  const called = name.trim().slice(0, MAX_LETTERS);
  return { name: called.length > 1 ? called : number, number: `+${number}`, email: "", extraInfo: [] };
};

async function findContact(apiFetch: ApiFetch, number: string): Promise<string | undefined> {
  const answer = await apiFetch(`/contacts?searchParam=${number}&pageNumber=1`);
  const { contacts } = v.parse(ContactPage, await answer.json());
  return contacts.find((contact) => isSameNumber(contact.number, number))?.id;
}

/** Creates the contact; one that another contact has belongs to that contact. */
async function makeContact(apiFetch: ApiFetch, contact: ReturnType<typeof newContact>): Promise<string> {
  try {
    return await identified(apiFetch("/contacts", json(contact)));
  } catch (error) {
    const holder =
      error instanceof ApiError && error.code === "ERR_DUPLICATED_CONTACT" ? error.details.contactId : null;
    if (typeof holder !== "string") throw error;
    return holder;
  }
}

async function findGoing(apiFetch: ApiFetch, number: string): Promise<TicketView | undefined> {
  const answer = await apiFetch(`/tickets?searchParam=${number}&showAll=true`);
  const { tickets } = v.parse(TicketPageWire, await answer.json());
  return tickets.map(ticketFromWire).find((ticket) => isGoingOn(ticket, number));
}

async function identified(answer: Promise<Response>): Promise<string> {
  return v.parse(Identified, await (await answer).json()).id;
}

const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
