import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { givenConnection } from "../../testing/refs.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { MessagesApiScreen } from "./index.tsx";

const typed = () => screen.queryByLabelText(m.messages_api_token(), { selector: "input[type=password]" });

test("token field: a connection without a token offers to create one, and the form sends with it", async () => {
  const replication = createFakeServer();
  const { id } = givenConnection(replication);
  const token = "a".repeat(32);
  const sent: (string | null)[] = [];
  server.use(
    http.get(`/whatsapp/${id}`, () => HttpResponse.json({ hasToken: false })),
    http.post(`/whatsapp/${id}/token`, () => HttpResponse.json({ token })),
    http.post("/api/messages/send", ({ request }) => {
      sent.push(request.headers.get("authorization"));
      return HttpResponse.json({ error: "ERR_UNKNOWN_TOKEN" }, { status: 401 });
    }),
  );
  const { user } = await renderScreen(<MessagesApiScreen />, { replication });
  const make = await screen.findByRole("button", { name: m.connections_token_make() });
  expect(typed()).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.messages_api_send() }));
  expect(screen.getByText(m.messages_api_token_missing())).toBeInTheDocument();
  await user.click(make);
  expect(await screen.findByDisplayValue(token)).toBeInTheDocument();
  expect(screen.queryByText(m.messages_api_token_missing())).not.toBeInTheDocument();
  await user.type(screen.getByLabelText(m.messages_api_number()), "5531955500148");
  await user.type(screen.getByLabelText(m.messages_api_body()), "Oi");
  await user.click(screen.getByRole("button", { name: m.messages_api_send() }));
  await expect.poll(() => sent).toEqual([`Bearer ${token}`]);
});

test("token field: a connection with a token lets the user paste it", async () => {
  const replication = createFakeServer();
  const { id } = givenConnection(replication);
  server.use(http.get(`/whatsapp/${id}`, () => HttpResponse.json({ hasToken: true })));
  const { user } = await renderScreen(<MessagesApiScreen />, { replication });
  await user.click(await screen.findByRole("button", { name: new RegExp(m.messages_api_connection()) }));
  await user.click(await screen.findByRole("option", { name: m.messages_api_connection_typed() }));
  expect(typed()).toBeInTheDocument();
});
