import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { disconnect, refuse } from "../../testing/answers.ts";
import { field, goOffline, tab } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { MessagesApiScreen } from "./index.tsx";
import { SEND_PATH } from "./send-test.ts";

const ticketId = "0190d3a0-0000-7000-8000-00000000c001";
const sent = {
  messages: [{ id: "0190d3a0-0000-7000-8000-00000000c002", mediaType: "chat" }],
  ticketId,
  contactId: "0190d3a0-0000-7000-8000-00000000c003",
  number: "5531955500148",
};
const sendButton = () => screen.getByRole("button", { name: m.messages_api_send() });

/** Accepts what the form sends and returns it as the server receives it. */
function givenServer() {
  const seen: { key: string | null; bearer: string | null; type: string; body: string }[] = [];
  server.use(
    http.post(SEND_PATH, async ({ request }) => {
      const { headers } = request;
      seen.push({
        key: headers.get("idempotency-key"),
        bearer: headers.get("authorization"),
        type: headers.get("content-type") ?? "",
        body: await request.text(),
      });
      return HttpResponse.json(sent);
    }),
  );
  return seen;
}
async function renderFilled() {
  const rendered = await renderScreen(<MessagesApiScreen />);
  const { user } = rendered;
  await user.type(await field(m.messages_api_token()), "tok_abc");
  await user.type(await field(m.messages_api_number()), "5531955500148");
  await user.type(await field(m.messages_api_body()), "Olá");
  return rendered;
}

test("messages API: a test is sent with the typed token, not the session, and links to its conversation", async () => {
  const seen = givenServer();
  const { user, router } = await renderFilled();
  await user.click(sendButton());
  await user.click(await screen.findByRole("link", { name: m.messages_api_open_ticket() }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${ticketId}`));
  expect(seen).toMatchObject([{ bearer: "Bearer tok_abc", type: expect.stringContaining("application/json") }]);
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ number: "5531955500148", body: "Olá" });
});

test("messages API: a sent test clears the message and keeps token and number", async () => {
  givenServer();
  const { user } = await renderFilled();
  await user.click(sendButton());
  await screen.findByRole("link", { name: m.messages_api_open_ticket() });
  expect(await field(m.messages_api_body())).toHaveValue("");
  expect(await field(m.messages_api_token())).toHaveValue("tok_abc");
  expect(await field(m.messages_api_number())).toHaveValue("5531955500148");
});

test("messages API: each missing field is reported at the field", async () => {
  const { user } = await renderScreen(<MessagesApiScreen />);
  await field(m.messages_api_token());
  await user.click(sendButton());
  for (const label of [m.messages_api_token(), m.messages_api_number(), m.messages_api_body()])
    expect(await field(label)).toHaveAccessibleDescription(m.lists_required());
});

test("messages API: a token that no header can contain is refused before sending", async () => {
  const { user } = await renderFilled();
  await user.type(await field(m.messages_api_token()), "ção");
  await user.click(sendButton());
  expect(await field(m.messages_api_token())).toHaveAccessibleDescription(m.messages_api_no_token_header());
});

test("messages API: a wrong token shows sentence, status and code, and does not end the session", async () => {
  refuse("post", SEND_PATH, "ERR_UNKNOWN_TOKEN", { status: 401 });
  const { user } = await renderFilled();
  await user.click(sendButton());
  const problem = await screen.findByText(new RegExp(errorMessage("ERR_UNKNOWN_TOKEN").slice(0, 20)));
  expect(problem).toHaveTextContent("401, ERR_UNKNOWN_TOKEN");
  expect(await field(m.messages_api_body())).toHaveValue("Olá");
  expect(localStorage.getItem("token")).not.toBeNull();
});

test("messages API: a lost response is retried with the same key, a changed message with another", async () => {
  disconnect("post", SEND_PATH);
  const { user } = await renderFilled();
  const keys: (string | null)[] = [];
  const failing = http.post(SEND_PATH, ({ request }) => {
    keys.push(request.headers.get("idempotency-key"));
    return HttpResponse.error();
  });
  server.use(failing);
  const tries = async (times: number) => {
    await user.click(sendButton());
    await waitFor(() => expect(keys).toHaveLength(times));
    expect(await screen.findByText(m.lists_unreachable())).toBeInTheDocument();
  };
  await tries(1);
  await tries(2);
  await user.type(await field(m.messages_api_body()), "!");
  await tries(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("messages API: a chosen file can be removed, and then a file is required", async () => {
  const { user } = await renderFilled();
  await user.click(await tab(m.messages_api_test_media()));
  const input = document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
  await user.upload(input, new File(["pdf"], "nota.pdf", { type: "application/pdf" }));
  await user.click(screen.getByRole("button", { name: m.messages_api_file_remove() }));
  await user.click(sendButton());
  expect(screen.getByRole("button", { name: m.messages_api_file_choose() })).toHaveAccessibleDescription(
    m.lists_required(),
  );
});

test("messages API: offline the tests cannot be sent, and the reference stays", async () => {
  const replication = createFakeServer();
  await renderScreen(<MessagesApiScreen />, { replication });
  await field(m.messages_api_token());
  goOffline(replication);
  expect(await screen.findByText(m.messages_api_offline())).toBeInTheDocument();
  expect(sendButton()).toBeDisabled();
  expect(screen.getByRole("heading", { name: m.messages_api_errors() })).toBeInTheDocument();
});

test("messages API: an example is copied completely, with this server's address", async () => {
  const { user } = await renderScreen(<MessagesApiScreen />);
  const name = `${m.messages_api_copy()}: ${m.messages_api_example_text()}`;
  await user.click(await screen.findByRole("button", { name }));
  expect(await screen.findByText(m.messages_api_copied())).toBeInTheDocument();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(`'${location.origin}${SEND_PATH}'`);
  expect(copied).toContain("Authorization: Bearer");
  expect(within(screen.getByRole("table")).getByText("ERR_UNKNOWN_TOKEN")).toBeInTheDocument();
});
