import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { AiEvent } from "../../../contracts/office/ai-text.ts";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../testing/answers.ts";
import { compositionOrders, confirmComposition } from "../../testing/composition.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { AiTextScreen } from "./index.tsx";

/** Answers of the server that the test writes event by event; `left` tells that the browser ended the request. */
function givenStream() {
  const encoder = new TextEncoder();
  const bodies: { messages: { role: string; text: string }[] }[] = [];
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  const state = { left: false };
  server.use(
    http.post("/ai/answers", async ({ request }) => {
      bodies.push((await request.json()) as (typeof bodies)[number]);
      request.signal.addEventListener("abort", () => {
        state.left = true;
      });
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void open.push(controller) });
      return new HttpResponse(stream, { headers: { "content-type": "text/event-stream" } });
    }),
  );
  return {
    bodies,
    state,
    async say(event: AiEvent) {
      await waitFor(() => expect(open.length).toBeGreaterThan(0));
      await act(async () => open.at(-1)?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)));
    },
  };
}

beforeEach(() => {
  localStorage.clear();
  answer("get", "/ai", { state: "on", host: "ia.olaria.example" });
});

async function renderAi(aiText = "enabled") {
  const replication = createFakeServer();
  replication.put("refs", { id: "aiText", rev: 1, kind: "setting", name: aiText });
  const rendered = await renderScreen(<AiTextScreen />, { replication });
  const field = await screen.findByRole("textbox", { name: m.ai_field() });
  // The setting arrives with the first pull.
  if (aiText === "enabled") await waitFor(() => expect(field).toBeEnabled());
  return { ...rendered, field };
}

test("AI text: the answer appears as it arrives, and the history keeps it", async () => {
  const { user, field } = await renderAi();
  const stream = givenStream();
  await user.type(field, "   {Enter}");
  await user.type(field, "Um aviso{Enter}");
  expect(await screen.findByText(m.ai_typing())).toBeInTheDocument();
  await stream.say({ text: "Olá, " });
  expect(await screen.findByText("Olá,")).toBeInTheDocument();
  await stream.say({ text: "pessoal." });
  await stream.say({ end: "complete" });
  expect(await screen.findByText("Olá, pessoal.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(m.ai_typing())).not.toBeInTheDocument());
  expect(stream.bodies.map(({ messages }) => messages)).toEqual([[{ role: "user", text: "Um aviso" }]]);
  const history = within(screen.getByRole("list", { name: m.ai_history() }));
  expect(history.getByRole("button", { name: /Um aviso/ })).toHaveAttribute("aria-current", "true");
});

test("AI text: stopping ends the request, keeps what has arrived and says so", async () => {
  const { user, field } = await renderAi();
  const stream = givenStream();
  await user.type(field, "Um aviso{Enter}");
  await stream.say({ text: "Olá, " });
  expect(await screen.findByText("Olá,")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.ai_stop() }));
  expect(await screen.findByText(m.error_ai_stopped())).toBeInTheDocument();
  expect(screen.getByText("Olá,")).toBeInTheDocument();
  await waitFor(() => expect(stream.state.left).toBe(true));
  expect(screen.queryByText(m.ai_typing())).not.toBeInTheDocument();
});

test("AI text: a failed request says why, also in the history after the screen was left", async () => {
  const { user, field, unmount } = await renderAi();
  refuse("post", "/ai/answers", "ERR_AI_LIMIT", { status: 429, details: { retryAfterSeconds: 60 } as never });
  await user.type(field, "Um aviso{Enter}");
  const reason = errorMessage("ERR_AI_LIMIT", { retryAfterSeconds: 60 });
  expect(await screen.findByText(reason)).toBeInTheDocument();
  unmount();
  await renderAi();
  expect(await screen.findByText(reason)).toBeInTheDocument();
});

test("AI text: a failed exchange of an older version shows the general reason", async () => {
  const at = "2026-11-20T14:02:00.000Z";
  const exchanges = [{ at, asked: "Um aviso", answer: "", state: "failed" }];
  localStorage.setItem("aiTalks", JSON.stringify([{ id: "t1", updatedAt: at, exchanges }]));
  await renderAi();
  expect(await screen.findByText(m.error_ai_unreachable())).toBeInTheDocument();
});

test("AI text: while it is off, the field is disabled, and an admin is led to the settings", async () => {
  const { field } = await renderAi("disabled");
  expect(field).toBeDisabled();
  expect(screen.getByText(m.error_ai_off())).toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.ai_to_settings() })).toBeInTheDocument();
});

test.each(compositionOrders)("AI text: Enter that confirms a composition asks nothing: %s", async (order) => {
  const { user, field } = await renderAi();
  const stream = givenStream();
  confirmComposition(field, "日本", order);
  expect(field).toHaveValue("日本");
  await user.type(field, "{Enter}");
  await stream.say({ end: "complete" });
  expect(stream.bodies.map(({ messages }) => messages)).toEqual([[{ role: "user", text: "日本" }]]);
});
