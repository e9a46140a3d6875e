import type { ActionOf, Conversation, Conversations } from "./conversations.ts";
import type { ChaosEnvironment } from "./environment.ts";
import { type FileKind, mediaTypeOf } from "./kinds.ts";
import type { NewMessage, PhoneMessage } from "./phones.ts";

/** The actions of the customers on their phones. */
export function customerActions(environment: ChaosEnvironment, run: Conversations) {
  const { seed, of, asCustomer, wrote, received, writtenIds, receivedIds } = run;

  function receive({ n, customer, file, special, quotes }: ActionOf<"receive">): void {
    const conversation = of(customer);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    promise.catch(() => {}); // `inQueue` reports the error
    receivedIds.set(n, promise);
    received.set(n, conversation);
    asCustomer(conversation, async () => {
      const quoted = quotes === null ? undefined : await heldQuote(environment, conversation, writtenIds.get(quotes));
      const text = `s${seed} de ${conversation.number.slice(-4)}: ${n}`;
      const kind = special === null ? undefined : environment.specialKinds[special];
      const hasText = file === null || (environment.hasCaptions && hasCaption(file));
      const message: NewMessage = kind
        ? { body: "", content: kind.content(text, n) }
        : { body: hasText ? text : "", ...(file && { file }), ...(quoted && { quotedId: quoted.held.id }) };
      const stored = kind
        ? kind.stored(text, n)
        : { mediaType: file ? mediaTypeOf[file] : ("chat" as const), body: message.body };
      const id = await environment.phones.write(conversation.number, message).catch((error: unknown) => {
        reject(error);
        throw error;
      });
      conversation.received.push({
        id,
        ...stored,
        hasFile: file !== null,
        quotedId: quoted?.id ?? null,
        removed: false,
      });
      resolve(id);
    });
  }

  /** Changes one of a customer's own messages. */
  function change(
    n: number,
    work: (conversation: Conversation, message: Conversation["received"][number]) => Promise<void>,
  ): void {
    const conversation = received.get(n);
    if (!conversation) return;
    asCustomer(conversation, async () => {
      const id = await receivedIds.get(n);
      const message = conversation.received.find((one) => one.id === id);
      if (message) await work(conversation, message);
    });
  }

  function reactBack({ n, emoji }: ActionOf<"reactBack">): void {
    const conversation = wrote.get(n);
    if (!conversation) return;
    asCustomer(conversation, async () => {
      const quoted = await heldQuote(environment, conversation, writtenIds.get(n));
      const message = conversation.written.find(({ id }) => id === writtenIds.get(n));
      if (!quoted || !message || message.takenBack) return;
      message.reaction = emoji;
      await environment.phones.react(conversation.number, quoted.held.id, emoji);
    });
  }

  function remove({ n }: ActionOf<"remove">): void {
    change(n, async ({ number }, message) => {
      await environment.phones.remove(number, message.id);
      message.removed = true;
    });
  }

  function edit({ n, times }: ActionOf<"edit">): void {
    change(n, async ({ number }, message) => {
      for (let time = 1; time <= times; time++) {
        message.body = `s${seed} de ${number.slice(-4)}: ${n}, dito ${time + 1} vezes`;
        await environment.phones.edit(number, message.id, message.body);
      }
    });
  }

  function call({ customer, isVideo }: ActionOf<"call">): void {
    const conversation = of(customer);
    asCustomer(
      conversation,
      async () => void conversation.calls.push(await environment.phones.call(conversation.number, isVideo)),
    );
  }

  function read({ customer }: ActionOf<"read">): void {
    const conversation = of(customer);
    asCustomer(conversation, async () => void (await environment.phones.read(conversation.number)));
  }

  return { receive, reactBack, remove, edit, call, read };
}

/** Voice notes and stickers have no caption. */
const hasCaption = (file: FileKind): boolean => file !== "audio" && file !== "sticker";

async function heldQuote(
  { phones, providerIdsOf }: ChaosEnvironment,
  conversation: Conversation,
  id: string | undefined,
): Promise<{ held: PhoneMessage; id: string } | undefined> {
  const heldId = id && (await providerIdsOf([id])).get(id);
  const held = heldId && (await phones.messages(conversation.number)).find((one) => one.id === heldId);
  return held && id ? { held, id } : undefined;
}
