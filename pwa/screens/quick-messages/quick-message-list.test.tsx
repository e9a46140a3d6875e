import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../testing/given-desk.ts";
import { renderScreen } from "../../testing/render.tsx";
import { QuickMessagesScreen } from "./index.tsx";

const ME = "0190d3a0-0000-7000-8000-0000000000a1";

let desk: GivenDesk;
beforeEach(() => {
  desk = givenDesk();
});

const render = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<QuickMessagesScreen />, { replication: desk.replication, signedIn: { id: ME }, ...options });
const row = async (shortcode: string) =>
  within((await screen.findByText(`/${shortcode}`)).closest("tr") as HTMLElement);
const applied = (expected: object[]) => waitFor(() => expect(desk.replication.applied).toMatchObject(expected));

test("quick messages: each shows its owner and its file", async () => {
  desk.quickReply({ shortcode: "pix", fileName: "chave.png", fileId: ME });
  desk.quickReply({ shortcode: "prazo", isGeneral: false, userId: ME });
  await render();
  expect((await row("pix")).getByText(m.quick_messages_general())).toBeInTheDocument();
  expect((await row("pix")).getByText("chave.png")).toBeInTheDocument();
  expect((await row("prazo")).getByText(m.quick_messages_own())).toBeInTheDocument();
  expect((await row("prazo")).getByText(m.quick_messages_no_media())).toBeInTheDocument();
});

test("quick messages: an agent changes their own, not the general ones", async () => {
  desk.quickReply({ shortcode: "pix" });
  desk.quickReply({ shortcode: "prazo", isGeneral: false, userId: ME });
  await render({ signedIn: { id: ME, profile: "user" } });
  expect((await row("pix")).queryByRole("button")).not.toBeInTheDocument();
  const edit = m.quick_messages_edit_of({ shortcode: "prazo" });
  expect((await row("prazo")).getByRole("button", { name: edit })).toBeInTheDocument();
});

test("quick messages: the search covers shortcut and text and ignores accents", async () => {
  desk.quickReply({ shortcode: "pix" });
  desk.quickReply({ shortcode: "prazo", message: "Chega amanhã" });
  const { user } = await render();
  await row("pix");
  await user.type(await screen.findByRole("searchbox"), "amanha");
  await waitFor(() => expect(screen.queryByText("/pix")).not.toBeInTheDocument());
  await row("prazo");
});

test("quick messages: one is created, changed at the revision that was read, and deleted after a question", async () => {
  const known = desk.quickReply({ shortcode: "pix", message: "Nossa chave" });
  const { user } = await render();
  await row("pix");
  await user.click(screen.getByRole("button", { name: m.quick_messages_add() }));
  await user.type(await screen.findByLabelText(m.quick_messages_shortcode()), "prazo");
  await user.type(screen.getByLabelText(m.quick_messages_message()), "Dez dias");
  await user.click(screen.getByRole("button", { name: m.ui_save() }));
  await applied([{ type: "quickMessage.create", payload: { shortcode: "prazo", message: "Dez dias" } }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

  await user.click(screen.getByRole("button", { name: m.quick_messages_edit_of({ shortcode: "pix" }) }));
  await user.type(await screen.findByLabelText(m.quick_messages_message()), " é nova");
  await user.click(screen.getByRole("button", { name: m.ui_save() }));
  const change = { shortcode: "pix", message: "Nossa chave é nova" };
  const baseRev = expect.any(Number);
  await applied([{}, { type: "quickMessage.update", payload: { quickMessageId: known.id, change, baseRev } }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

  await user.click(screen.getByRole("button", { name: m.quick_messages_delete_of({ shortcode: "pix" }) }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: m.ui_delete() }));
  await applied([{}, {}, { type: "quickMessage.delete", payload: { quickMessageId: known.id } }]);
});

test("quick messages: one created offline is marked in the list as only on this device", async () => {
  const { desk: local } = await render();
  await cutNetwork(desk, local);
  await local.send("quickMessage.create", { shortcode: "prazo", message: "Dez dias", isGeneral: false });
  expect((await row("prazo")).getByText(m.quick_messages_waiting())).toBeInTheDocument();
});

test("quick messages: a refused change stays above the list with its reason", async () => {
  desk.replication.onCommand = () => "ERR_NO_PERMISSION";
  const { user, desk: local } = await render();
  await local.send("quickMessage.create", { shortcode: "prazo", message: "Dez dias", isGeneral: true });
  expect(await screen.findByText(m.quick_messages_command_create({ shortcode: "prazo" }))).toBeInTheDocument();
  expect(screen.getByText(errorMessage("ERR_NO_PERMISSION"), { exact: false })).toBeInTheDocument();
  desk.replication.onCommand = () => undefined;
  await user.click(screen.getByRole("button", { name: m.ui_try_again() }));
  await applied([{ type: "quickMessage.create" }]);
});

test("quick messages on a phone: a row opens the whole text", async () => {
  desk.quickReply({ shortcode: "pix", message: "Nossa chave é pix@olaria.example." });
  becomePhone();
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: /\/pix/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "/pix" }));
  expect(sheet.getAllByRole("definition")[0]).toHaveTextContent("Nossa chave é pix@olaria.example.");
});
