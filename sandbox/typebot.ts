import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { readSample } from "./samples.ts";

/** Answer of a flow, as Typebot's chat API v1 has it. `step` is the conversation's position after the answer. */
type Reply = { messages: unknown[]; input?: unknown; step?: string };
type Flow = (step: string | null, input: string, context: { name: string; origin: string }) => Reply;

let serial = 0;
const nextId = () => `block${++serial}`;
type RichText = { text: string; bold?: boolean; italic?: boolean };
const textBlock = (...children: (RichText | object)[]) => ({
  id: nextId(),
  type: "text",
  content: { type: "richText", richText: [{ type: "p", children }] },
});
const fileBlock = (type: "image" | "video" | "audio", url: string) => ({
  id: nextId(),
  type,
  content: { type: "url", url },
});
const textInput = { id: "input", type: "text input", options: { labels: { placeholder: "…" } } };
const choiceInput = (...contents: string[]) => ({
  id: "choice",
  type: "choice input",
  items: contents.map((content, index) => ({ id: `item${index}`, content })),
});

const menu = ["Ver o catálogo", "Falar com alguém"];

/** A shop that asks for a name and offers two options. */
const shop: Flow = (step, input, { name, origin }) => {
  if (step === null)
    return {
      messages: [
        textBlock({ text: "Olá " }, { text: name, bold: true }, { text: "!" }),
        textBlock({ text: "Como se chama a sua loja?" }),
      ],
      input: textInput,
      step: "name",
    };
  if (step === "name")
    return {
      messages: [textBlock({ text: "Prazer, " }, { text: input, italic: true }, { text: "." })],
      input: choiceInput(...menu),
      step: "menu",
    };
  if (input === menu[0])
    return {
      messages: [
        fileBlock("image", `${origin}/sandbox/typebot/files/catalogo.jpg`),
        textBlock(
          { text: "Mais em " },
          { type: "a", url: "https://loja.example/catalogo", children: [{ text: "nosso site" }] },
        ),
      ],
    };
  if (input === menu[1]) return { messages: [textBlock({ text: '#{"stopBot":true}' })] };
  return { messages: [textBlock({ text: "Escolha uma das opções." })], input: choiceInput(...menu), step: "menu" };
};

/** Repeats what it receives. */
const echo: Flow = (step, input) =>
  step === null
    ? { messages: [textBlock({ text: "Diga algo." })], input: textInput, step: "on" }
    : { messages: [textBlock({ text: input })], input: textInput, step: "on" };

const flows: Record<string, Flow> = {
  loja: shop,
  eco: echo,
  /** Accepts input and answers nothing. */
  mudo: () => ({ messages: [], input: textInput, step: "on" }),
  /** Sends one message and ends. */
  aviso: () => ({ messages: [textBlock({ text: "Hoje só até as 16 h." })] }),
};

/** Creates a local server for Typebot's two calls, with flows to try: loja, eco, mudo, aviso. */
export function createTypebot() {
  const sessions = new Map<string, { slug: string; step: string; name: string }>();
  const app = new Hono();
  const answer = ({ messages, input }: Reply) => ({
    messages,
    ...(input !== undefined && { input }),
    clientSideActions: [],
    logs: [],
  });

  app.post("/api/v1/typebots/:slug/startChat", async (c) => {
    const slug = c.req.param("slug");
    const flow = flows[slug];
    if (!flow) return c.json({ message: "Typebot not found", code: "NOT_FOUND" }, 404);
    const { prefilledVariables = {} } = (await c.req.json()) as { prefilledVariables?: Record<string, string> };
    const name = prefilledVariables.pushName ?? "";
    const reply = flow(null, "", { name, origin: new URL(c.req.url).origin });
    const sessionId = randomUUID();
    if (reply.step) sessions.set(sessionId, { slug, step: reply.step, name });
    return c.json({ sessionId, typebot: { id: slug, version: "6" }, resultId: randomUUID(), ...answer(reply) });
  });

  app.post("/api/v1/sessions/:id/continueChat", async (c) => {
    const session = sessions.get(c.req.param("id"));
    const flow = session && flows[session.slug];
    if (!flow) return c.json({ message: "Session not found", code: "NOT_FOUND" }, 404);
    const { message } = (await c.req.json()) as { message?: string | { text?: string } };
    const input = typeof message === "string" ? message : (message?.text ?? "");
    const reply = flow(session.step, input, { name: session.name, origin: new URL(c.req.url).origin });
    if (reply.step) session.step = reply.step;
    else sessions.delete(c.req.param("id"));
    return c.json(answer(reply));
  });

  app.get("/files/catalogo.jpg", (c) => {
    const { bytes, mimetype } = readSample("image");
    return c.body(new Uint8Array(bytes), 200, { "content-type": mimetype });
  });
  return app;
}
