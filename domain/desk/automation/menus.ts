import { and, asc, eq } from "drizzle-orm";
import { chosenLine, MENU_KEY, menuText } from "../../../contracts/desk/menu-text.ts";
import { inParallel, prepareOnce, schema } from "../../../db/index.ts";
import type { Settings } from "../../account/settings/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { deskTexts } from "../../ground/texts/index.ts";
import { sayText } from "../outbox/index.ts";
import { siblingsOf } from "../queues/index.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { type BotRow, enterStage, recordEvent, saveBot, type TicketRow } from "../tickets/index.ts";
import { beginFlow, hasFlow, isRestart, queueOf, sendToFlow } from "./flows/talk.ts";
import { isAttended, sayOutOfHours } from "./out-of-hours.ts";

const { connections, connectionQueues, queues } = schema;
type QueueRow = typeof queues.$inferSelect;

/** A number alone, as phones write it: "2", "2.", "*[ 2 ]*", "2️⃣". */
const BARE_NUMBER = /^[\s*_[(]*\p{Nd}{1,3}(?:\uFE0F?\u20E3)?[\s*_\]).,:ºª-]*$/u;

/** After so many invalid answers in a row the agents take over. */
const MAX_WRONG = 3;

/**
 * Sends the first bot message of a ticket: the connection's greeting with its queues, or the text of its only queue.
 */
export async function begin(ctx: DeskContext, ticket: TicketRow, settings: Settings): Promise<TicketRow> {
  if (ticket.queueId) return enterQueue(ctx, ticket, settings);
  const [choice, greeting] = await inParallel([queuesOf(ctx, ticket), greetingOf(ctx, ticket)]);
  const [only] = choice;
  if (only && choice.length === 1) return enterQueue(ctx, await route(ctx, ticket, only.id), settings);
  if (choice.length > 1) return showQueues(ctx, ticket, choice, greeting);
  await sayText(ctx, ticket, "greeting", greeting);
  return enterStage(ctx, ticket, "done");
}

/** `isAnswer`: the text only answered the bot, and says nothing to an agent. */
export type Taken = { ticket: TicketRow; isAnswer: boolean };

/** Returns whether a text is nothing but a menu's number or its key, of any menu. */
export const isMenuKey = (text: string): boolean => text === MENU_KEY || BARE_NUMBER.test(text);

/** Handles a further message according to the bot's last question. */
export async function takeAnswer(
  ctx: DeskContext,
  ticket: TicketRow,
  bot: BotRow,
  text: string,
  settings: Settings,
): Promise<Taken> {
  const answered = async (taken: Promise<TicketRow>) => ({ ticket: await taken, isAnswer: true });
  switch (bot.stage) {
    case "queues":
      return chooseQueue(ctx, ticket, bot, text, settings);
    case "entering":
      return { ticket: await begin(ctx, ticket, settings), isAnswer: isMenuKey(text) };
    case "options":
      if (text === MENU_KEY) return answered(showMenuAgain(ctx, ticket, settings));
      return chooseOption(ctx, ticket, bot, text);
    case "typebot":
      return sendToFlow(ctx, ticket, bot, text);
    case "done":
      if (text === MENU_KEY) return answered(showMenuAgain(ctx, ticket, settings));
      if (await isRestart(ctx, ticket, text)) return sendToFlow(ctx, ticket, bot, text);
      return { ticket, isAnswer: false };
    default:
      return { ticket, isAnswer: false };
  }
}

/** The queues of the ticket's connection, in order. */
function queuesOf(ctx: DeskContext, ticket: TicketRow): Promise<QueueRow[]> {
  return queuesBehind(ctx.db, placeOf(ctx, ticket)).then((rows) => rows.map(({ queue }) => queue));
}

const placeOf = ({ companyId }: DeskContext, { connectionId }: TicketRow) => ({
  companyId,
  connectionId: connectionId ?? companyId,
});

const queuesBehind = prepareOnce((db, param) =>
  db
    .select({ queue: queues })
    .from(connectionQueues)
    .innerJoin(queues, and(eq(queues.companyId, connectionQueues.companyId), eq(queues.id, connectionQueues.queueId)))
    .where(
      and(eq(connectionQueues.companyId, param("companyId")), eq(connectionQueues.connectionId, param("connectionId"))),
    )
    .orderBy(asc(queues.position), asc(queues.name)),
);

async function greetingOf(ctx: DeskContext, ticket: TicketRow): Promise<string> {
  const [connection] = await greetingBehind(ctx.db, placeOf(ctx, ticket));
  return connection?.greeting ?? "";
}

const greetingBehind = prepareOnce((db, param) =>
  db
    .select({ greeting: connections.greetingMessage })
    .from(connections)
    .where(and(eq(connections.companyId, param("companyId")), eq(connections.id, param("connectionId")))),
);

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

async function showQueues(
  ctx: DeskContext,
  ticket: TicketRow,
  choice: QueueRow[],
  greeting?: string,
): Promise<TicketRow> {
  await sayText(ctx, ticket, "menu", menuText(greeting ?? (await greetingOf(ctx, ticket)), namesOf(choice)));
  return enterStage(ctx, ticket, "queues");
}

async function chooseQueue(
  ctx: DeskContext,
  ticket: TicketRow,
  bot: BotRow,
  text: string,
  settings: Settings,
): Promise<Taken> {
  const choice = await queuesOf(ctx, ticket);
  if (text === MENU_KEY) return { ticket: await showQueues(ctx, ticket, choice), isAnswer: true };
  const chosen = choice[chosenLine(text, namesOf(choice)) ?? -1];
  if (!chosen) return notUnderstood(ctx, ticket, bot, text, menuText(deskTexts.notUnderstood, namesOf(choice)));
  return { ticket: await enterQueue(ctx, await route(ctx, ticket, chosen.id), settings), isAnswer: true };
}

async function route(ctx: DeskContext, ticket: TicketRow, queueId: string | null): Promise<TicketRow> {
  await recordEvent(ctx, ticket.id, "routed", { to: { queueId, userId: null } });
  return changeRow(ctx, ticket.id, { queueId });
}

/** Sends the queue's greeting and menu; outside its business hours both are postponed. */
async function enterQueue(ctx: DeskContext, ticket: TicketRow, settings: Settings): Promise<TicketRow> {
  if (!(await isAttended(ctx, ticket, settings))) {
    await sayOutOfHours(ctx, ticket);
    return enterStage(ctx, ticket, "entering");
  }
  const queue = await queueOf(ctx, ticket);
  if (queue && hasFlow(queue)) {
    await sayText(ctx, ticket, "greeting", queue.greetingMessage);
    return beginFlow(ctx, ticket);
  }
  const options = queue?.isChatbot ? await siblingsOf(ctx, queue.id, null) : [];
  const hasWayBack = (await queuesOf(ctx, ticket)).length > 1;
  const words = menuText(queue?.greetingMessage ?? "", titlesOf(options), hasWayBack);
  await sayText(ctx, ticket, options.length > 0 ? "menu" : "waiting", words);
  return enterStage(ctx, ticket, options.length > 0 ? "options" : "done");
}

const titlesOf = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);

/** Sends the first menu: of the queues if there are several, otherwise of the ticket's queue. */
async function showMenuAgain(ctx: DeskContext, ticket: TicketRow, settings: Settings): Promise<TicketRow> {
  const choice = await queuesOf(ctx, ticket);
  if (choice.length > 1) {
    return showQueues(ctx, ticket.queueId ? await route(ctx, ticket, null) : ticket, choice);
  }
  return begin(ctx, ticket, settings);
}

async function chooseOption(ctx: DeskContext, ticket: TicketRow, bot: BotRow, text: string): Promise<Taken> {
  const lines = ticket.queueId ? await siblingsOf(ctx, ticket.queueId, bot.optionId) : [];
  const chosen = lines[chosenLine(text, titlesOf(lines)) ?? -1];
  // The menu was removed while the contact was in it.
  if (lines.length === 0) return { ticket: await enterStage(ctx, ticket, "done"), isAnswer: isMenuKey(text) };
  if (!chosen) return notUnderstood(ctx, ticket, bot, text, menuText(deskTexts.notUnderstood, titlesOf(lines), true));
  const below = await siblingsOf(ctx, chosen.queueId, chosen.id);
  await sayText(ctx, ticket, below.length > 0 ? "menu" : "waiting", menuText(chosen.message, titlesOf(below), true));
  const entered =
    below.length > 0 ? enterStage(ctx, ticket, "options", { optionId: chosen.id }) : enterStage(ctx, ticket, "done");
  return { ticket: await entered, isAnswer: true };
}

/** A digit that names no line is an answer, too; any other text is what the contact wants to say. */
async function notUnderstood(
  ctx: DeskContext,
  ticket: TicketRow,
  bot: BotRow,
  text: string,
  menu: string,
): Promise<Taken> {
  const isAnswer = isMenuKey(text);
  const wrongAnswers = bot.wrongAnswers + 1;
  if (wrongAnswers >= MAX_WRONG) return { ticket: await handToPeople(ctx, ticket), isAnswer };
  await sayText(ctx, ticket, "menu", menu);
  await saveBot(ctx, ticket.id, { wrongAnswers });
  return { ticket, isAnswer };
}

async function handToPeople(ctx: DeskContext, ticket: TicketRow): Promise<TicketRow> {
  await sayText(ctx, ticket, "waiting", deskTexts.peopleCome);
  await recordEvent(ctx, ticket.id, "handedOver");
  return enterStage(ctx, ticket, "done");
}
