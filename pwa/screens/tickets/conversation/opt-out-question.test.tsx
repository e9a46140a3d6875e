import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { server } from "../../../testing/server.ts";
import { renderConversation } from "../testing/render-conversation.tsx";

const UNSURE = "Comprei ontem, mas por favor não quero mais receber mensagens, minha caixa está cheia";
let desk: GivenDesk;
let ticket: TicketDocument;
beforeEach(() => {
  localStorage.clear();
  desk = givenDesk();
  const contact = desk.contact({ name: "Helena Sampaio" });
  ticket = desk.ticket({ contactId: contact.id, contactName: contact.name });
});

const question = () => screen.findByRole("region", { name: m.consent_unsure() });
const noQuestion = () =>
  waitFor(() => expect(screen.queryByRole("region", { name: m.consent_unsure() })).not.toBeInTheDocument());
const says = (body: string, change: object = {}) => desk.message(ticket, { body, fromMe: false, ...change });

test("an unsure request is quoted, and the agent's yes opts the contact out with a reason", async () => {
  says(UNSURE);
  says("Obrigada");
  const sent: unknown[] = [];
  server.use(
    http.post(`/contacts/${ticket.contactId}/consent`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user } = await renderConversation(desk, ticket);
  const asked = within(await question());
  expect(asked.getByText(UNSURE)).toBeInTheDocument();
  await user.click(asked.getByRole("button", { name: m.consent_set() }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.type(dialog.getByRole("textbox"), "Pediu na conversa");
  await user.click(dialog.getByRole("button", { name: m.consent_set() }));
  await waitFor(() => expect(sent).toEqual([{ state: "out", reason: "Pediu na conversa" }]));
});

test("nothing is asked in a group, where somebody does not speak for all", async () => {
  const group = desk.contact({ name: "Oleiros", isGroup: true });
  ticket = desk.ticket({ contactId: group.id, contactName: group.name, isGroup: true });
  says(UNSURE);
  const { log } = await renderConversation(desk, ticket);
  await log.findByText(UNSURE);
  await noQuestion();
});

test("the agent's no stays on the device, also without a network", async () => {
  says(UNSURE);
  const { user, desk: device, unmount } = await renderConversation(desk, ticket);
  await question();
  await cutNetwork(desk, device);
  expect(within(await question()).getByRole("button", { name: m.consent_set() })).toBeDisabled();
  await user.click(within(await question()).getByRole("button", { name: m.consent_unsure_no() }));
  await noQuestion();
  unmount();
  expect(JSON.parse(localStorage.getItem("noOptOuts") ?? "")).toHaveLength(1);
});

test.each([
  ["a sure request, which the server has done", "não quero mais receber mensagens", {}],
  ["a story", "Não recebi a mensagem do rastreio", {}],
  ["the company's own text", UNSURE, { fromMe: true }],
])("nothing is asked about %s", async (_what, body, change) => {
  says(body, change);
  await renderConversation(desk, ticket);
  await noQuestion();
});
