import { uuidv7 } from "uuidv7";
import { type MediaType, structuredContent } from "../../contracts/desk/messages.ts";
import { agentFile } from "./agent-files.ts";
import type { ActionOf, Conversations } from "./conversations.ts";
import type { ChaosEnvironment } from "./environment.ts";
import { contentFor, isAgentFile, type WrittenKind } from "./kinds.ts";

/** The actions of the agents, and of the company's own phone. */
export function agentActions(environment: ChaosEnvironment, run: Conversations) {
  const { seed, of, inQueue, asAgent, wrote, received, writtenIds, receivedIds } = run;

  function write({ n, customer, as, quotes }: ActionOf<"write">): void {
    const conversation = of(customer);
    const id = uuidv7();
    writtenIds.set(n, id);
    wrote.set(n, conversation);
    asAgent(conversation, async () => {
      const ticketId = await conversation.ticketId;
      const quoted = quotes === null ? null : await receivedIds.get(quotes);
      const quotedId = quoted ? await messageIdOf(environment, quoted) : null;
      const hasText = as === "text" || (as !== "voice" && (environment.hasCaptions || !isAgentFile(as)));
      const shown = hasText ? `s${seed} para ${conversation.number.slice(-4)}: ${n}` : "";
      const content = contentFor(as, shown);
      const body = structuredContent(content)?.body ?? shown;
      const mediaType = mediaTypeOfWritten(as);
      conversation.written.push({
        id,
        body,
        shown,
        mediaType,
        quotedId: quotedId ? (quoted ?? null) : null,
        takenBack: false,
      });
      const file = isAgentFile(as) ? await agentFile(as) : undefined;
      await conversation.agent.device.write(
        id,
        { ticketId, body: shown, ...content, quotedId, isVoice: as === "voice" },
        file,
      );
    });
  }

  function correct({ n, times }: ActionOf<"correct">): void {
    const [conversation, id] = [wrote.get(n), writtenIds.get(n)];
    if (!conversation || !id) return;
    asAgent(conversation, async () => {
      const message = conversation.written.find((one) => one.id === id);
      if (!message) return;
      for (let time = 1; time <= times; time++) {
        message.body = `s${seed} para ${conversation.number.slice(-4)}: ${n}, ou melhor (${time})`;
        message.shown = message.body;
        await conversation.agent.device.edit({
          ticketId: await conversation.ticketId,
          messageId: id,
          body: message.body,
        });
      }
    });
  }

  function takeBack({ n }: ActionOf<"takeBack">): void {
    const [conversation, id] = [wrote.get(n), writtenIds.get(n)];
    if (!conversation || !id) return;
    const isWritten = run.whenDone(`agent of ${conversation.number}`).then(() => {
      const message = conversation.written.find((one) => one.id === id);
      if (message) message.takenBack = true;
    });
    inQueue(`take back ${id}`, () => isWritten.then(() => conversation.agent.takeBack(id)));
  }

  function react({ n, emoji }: ActionOf<"react">): void {
    const conversation = received.get(n);
    if (!conversation) return;
    asAgent(conversation, async () => {
      const providerId = await receivedIds.get(n);
      const [message, id] = [
        conversation.received.find((one) => one.id === providerId),
        providerId && (await messageIdOf(environment, providerId)),
      ];
      if (!message || message.removed || !id) return;
      message.reaction = emoji;
      await conversation.agent.react(id, emoji);
    });
  }

  function answerOnPhone({ n, customer }: ActionOf<"answerOnPhone">): void {
    const conversation = of(customer);
    inQueue(`the shop's phone with ${conversation.number}`, async () => {
      await conversation.ticketId;
      const body = `s${seed} do aparelho para ${conversation.number.slice(-4)}: ${n}`;
      conversation.answered.push({ id: await environment.phones.answerOnPhone(conversation.number, body), body });
    });
  }

  return { write, correct, takeBack, react, answerOnPhone };
}

function mediaTypeOfWritten(as: WrittenKind): MediaType {
  if (as === "text") return "chat";
  if (as === "card") return "vcard";
  if (as === "place") return "locationMessage";
  return as === "voice" ? "audio" : as;
}

/** Returns the id of a stored message; null when it has not arrived yet, and is then not quoted. */
async function messageIdOf(
  { query, companyId, connectionId }: ChaosEnvironment,
  providerId: string,
): Promise<string | null> {
  const [message] = await query(
    (ownerSql) => ownerSql<{ id: string }[]>`
      select id from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and provider_id = ${providerId} and not from_me`,
  );
  return message?.id ?? null;
}
