import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../testing/answers.ts";
import { field, saveButton } from "../../testing/dialog.ts";
import { givenConnection, givenQueue } from "../../testing/refs.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { UserDialog } from "./parts/user-dialog.tsx";

const bia = {
  id: "0190d3a0-0000-7000-8000-00000000b1a0",
  name: "Bia Nogueira",
  email: "bia@demo.example",
  profile: "user",
  queues: [] as { id: string; name: string; color: string }[],
  online: false,
  whatsappId: null as string | null,
  allTicket: "enable",
  allHistoric: "disabled",
  allUserChat: "disabled",
  openTickets: 0,
};
const phone = {
  id: "s1",
  device: "Chrome, Android",
  since: "2026-11-20T12:00:00.000Z",
  lastSeenAt: "2026-11-21T12:00:00.000Z",
  current: false,
};

const close = vi.fn();
beforeEach(() => close.mockClear());

/** Makes the server answer about Bia, who is signed in on these devices. */
function givenBia(change: Partial<typeof bia> = {}, sessions: (typeof phone)[] = []) {
  answer("get", `/users/${bia.id}`, { ...bia, ...change });
  answer("get", `/users/${bia.id}/sessions`, { sessions });
}

test("user dialog: a new user is sent with queues, connection and permissions", async () => {
  const replication = createFakeServer();
  const queue = givenQueue(replication, { name: "Vendas" });
  const connection = givenConnection(replication, { name: "Loja Savassi" });
  const sent = answer("post", "/users");
  const { user } = await renderScreen(<UserDialog id={null} onClose={close} />, { replication });
  await user.type(await field(m.users_field_name()), "Caio Lima");
  await user.type(await field(m.users_field_email()), "caio@demo.example");
  await user.type(await field(m.users_field_password()), "Segredo-longo-42");
  await user.click(await screen.findByRole("checkbox", { name: "Vendas" }));
  await user.click(screen.getByRole("switch", { name: new RegExp(m.users_all_ticket()) }));
  await user.click(screen.getByRole("button", { name: new RegExp(m.users_field_connection()) }));
  await user.click(await screen.findByRole("option", { name: "Loja Savassi" }));
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([
    {
      name: "Caio Lima",
      email: "caio@demo.example",
      profile: "user",
      queueIds: [queue.id],
      whatsappId: connection.id,
      allTicket: "enable",
      allHistoric: "disabled",
      allUserChat: "disabled",
    },
  ]);
});

test("user dialog: missing values are reported in Portuguese at each field, and the first one gets the focus", async () => {
  const { user } = await renderScreen(<UserDialog id={null} onClose={close} />);
  const name = await field(m.users_field_name());
  await user.click(saveButton());
  expect(await screen.findAllByText("Obrigatório")).toHaveLength(3);
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, "A");
  expect(name).toHaveAccessibleDescription("Muito curto!");
  await user.type(name, "na");
  expect(name).not.toHaveAttribute("aria-invalid", "true");
});

test("user dialog: an e-mail in use is reported at its field until it changes", async () => {
  refuse("post", "/users", "ERR_VALIDATION", { fields: { email: ["taken"] } });
  const { user } = await renderScreen(<UserDialog id={null} onClose={close} />);
  await user.type(await field(m.users_field_name()), "Caio Lima");
  await user.type(await field(m.users_field_email()), "ana@demo.example");
  await user.type(await field(m.users_field_password()), "Segredo-longo-42");
  await user.click(saveButton());
  const email = await field(m.users_field_email());
  await waitFor(() => expect(email).toHaveAccessibleDescription(m.users_email_taken()));
  await user.type(email, ".br");
  expect(screen.queryByText(m.users_email_taken())).not.toBeInTheDocument();
  expect(await field(m.users_field_name())).toHaveValue("Caio Lima");
  expect(close).not.toHaveBeenCalled();
});

test("user dialog: opens with the server's values, and an empty password changes nothing", async () => {
  const replication = createFakeServer();
  const queue = givenQueue(replication, { name: "Suporte" });
  givenBia({ queues: [{ id: queue.id, name: "Suporte", color: "#2374c4" }], allHistoric: "enabled" });
  const sent = answer("put", `/users/${bia.id}`);
  const { user } = await renderScreen(<UserDialog id={bia.id} onClose={close} />, { replication });
  const name = await field(m.users_field_name());
  expect(name).toHaveValue("Bia Nogueira");
  expect(await field(m.users_field_password())).toHaveValue("");
  expect(await screen.findByRole("checkbox", { name: "Suporte" })).toBeChecked();
  expect(screen.getByRole("switch", { name: new RegExp(m.users_all_historic()) })).toBeChecked();
  await user.clear(name);
  await user.type(name, "Beatriz Nogueira");
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ name: "Beatriz Nogueira", queueIds: [queue.id], allHistoric: "enabled" }]);
});

test("user dialog: a device of the user is signed out and leaves the list", async () => {
  const ended: string[] = [];
  givenBia();
  server.use(
    http.get(`/users/${bia.id}/sessions`, () => HttpResponse.json({ sessions: ended.length ? [] : [phone] })),
    http.delete(`/users/${bia.id}/sessions/:session`, ({ params }) => {
      ended.push(String(params.session));
      return HttpResponse.json({});
    }),
  );
  const { user } = await renderScreen(<UserDialog id={bia.id} onClose={close} />);
  await user.click(await screen.findByRole("button", { name: m.users_session_end_of({ device: phone.device }) }));
  expect(await screen.findByText(m.users_sessions_none())).toBeInTheDocument();
  expect(ended).toEqual(["s1"]);
});

test("user dialog: the present device of the signed-in user cannot be signed out", async () => {
  givenBia({}, [{ ...phone, current: true }]);
  await renderScreen(<UserDialog id={bia.id} onClose={close} />);
  const sessions = await screen.findByRole("region", { name: m.users_sessions() });
  expect(await within(sessions).findByText(m.users_session_current())).toBeInTheDocument();
  expect(within(sessions).queryByRole("button")).not.toBeInTheDocument();
});

test("user dialog: a company without queues says so in place of the choice", async () => {
  await renderScreen(<UserDialog id={null} onClose={close} />);
  expect(await screen.findByText(m.users_no_queues())).toBeInTheDocument();
});
