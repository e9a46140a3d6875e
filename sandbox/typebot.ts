import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { readSample } from "./samples.ts";

/** Answer of a flow, as Typebot's chat API v1 has it. `place` is the conversation's position after the answer. */
type Reply = { messages: unknown[]; input?: unknown; place?: string };
type Flow = (place: string | null, said: string, about: { name: string; origin: string }) => Reply;

let serial = 0;
const nextId = () => `block${++serial}`;
type Words = { text: string; bold?: boolean; italic?: boolean };
const words = (...children: (Words | object)[]) => ({
  id: nextId(),
  type: "text",
  content: { type: "richText", richText: [{ type: "p", children }] },
});
const file = (type: "image" | "video" | "audio", url: string) => ({
  id: nextId(),
  type,
  content: { type: "url", url },
});
const anyWords = { id: "input", type: "text input", options: { labels: { placeholder: "…" } } };
const oneOf = (...contents: string[]) => ({
  id: "choice",
  type: "choice input",
  items: contents.map((content, place) => ({ id: `item${place}`, content })),
});

const menu = ["Ver o catálogo", "Falar com alguém"];

/** A shop that asks for a name and offers two options. */
const shop: Flow = (place, said, { name, origin }) => {
  if (place === null)
    return {
      messages: [
        words({ text: "Olá " }, { text: name, bold: true }, { text: "!" }),
        words({ text: "Como se chama a sua loja?" }),
      ],
      input: anyWords,
      place: "name",
    };
  if (place === "name")
    return {
      messages: [words({ text: "Prazer, " }, { text: said, italic: true }, { text: "." })],
      input: oneOf(...menu),
      place: "menu",
    };
  if (said === menu[0])
    return {
      messages: [
        file("image", `${origin}/sandbox/typebot/files/catalogo.jpg`),
        words(
          { text: "Mais em " },
          { type: "a", url: "https://loja.example/catalogo", children: [{ text: "nosso site" }] },
        ),
      ],
    };
  if (said === menu[1]) return { messages: [words({ text: '#{"stopBot":true}' })] };
  return { messages: [words({ text: "Escolha uma das opções." })], input: oneOf(...menu), place: "menu" };
};

/** Repeats what it receives. */
const echo: Flow = (place, said) =>
  place === null
    ? { messages: [words({ text: "Diga algo." })], input: anyWords, place: "on" }
    : { messages: [words({ text: said })], input: anyWords, place: "on" };

const flows: Record<string, Flow> = {
  loja: shop,
  eco: echo,
  /** Accepts input and answers nothing. */
  mudo: () => ({ messages: [], input: anyWords, place: "on" }),
  /** Sends one message and ends. */
  aviso: () => ({ messages: [words({ text: "Hoje só até as 16 h." })] }),
};

/** Creates a local server for Typebot's two calls, with flows to try: loja, eco, mudo, aviso. */
export function createTypebot() {
  const sessions = new Map<string, { slug: string; place: string; name: string }>();
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
    if (reply.place) sessions.set(sessionId, { slug, place: reply.place, name });
    return c.json({ sessionId, typebot: { id: slug, version: "6" }, resultId: randomUUID(), ...answer(reply) });
  });

  app.post("/api/v1/sessions/:id/continueChat", async (c) => {
    const session = sessions.get(c.req.param("id"));
    const flow = session && flows[session.slug];
    if (!flow) return c.json({ message: "Session not found", code: "NOT_FOUND" }, 404);
    const { message } = (await c.req.json()) as { message?: string | { text?: string } };
    const said = typeof message === "string" ? message : (message?.text ?? "");
    const reply = flow(session.place, said, { name: session.name, origin: new URL(c.req.url).origin });
    if (reply.place) session.place = reply.place;
    else sessions.delete(c.req.param("id"));
    return c.json(answer(reply));
  });

  app.get("/files/catalogo.jpg", (c) => {
    const { bytes, mimetype } = readSample("image");
    return c.body(new Uint8Array(bytes), 200, { "content-type": mimetype });
  });
  return app;
}
