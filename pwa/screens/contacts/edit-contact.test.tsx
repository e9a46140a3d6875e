import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { givenContact } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { field, saveButton } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { EditContact } from "./edit-contact.tsx";
import { MergeDialog } from "./merge/merge-dialog.tsx";

const helena = givenContact({ name: "Helena Sampaio", number: "5531955500148", email: "helena@exemplo.com.br" });
const other = { id: "0190d3a0-0000-7000-8000-00000000c0de", name: "Helena S.", number: "5531955500999" };

const close = vi.fn();
beforeEach(() => close.mockClear());
const noMerges = () => answer("get", `/contacts/${helena.id}/merges`, { merges: [] });

test("edit contact: a new contact is sent with the number that was understood, and the dialog closes", async () => {
  const sent = answer("post", "/contacts");
  const { user } = await renderScreen(<EditContact contact={null} onClose={close} onOpen={vi.fn()} />);
  await user.type(await field(m.tickets_field_name()), "Dona Iracema");
  await user.type(await field(m.tickets_field_number()), "+55 (37) 95550-1562");
  await user.click(saveButton());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ name: "Dona Iracema", number: "+5537955501562", email: "" }]);
});

test("edit contact: the form says how a number is understood, and marks one of another country", async () => {
  await renderScreen(<EditContact contact={null} onClose={close} onOpen={vi.fn()} />).then(async ({ user }) => {
    const number = await field(m.tickets_field_number());
    await user.type(number, "(47) 3422-1101");
    await waitFor(() => expect(number).toHaveAccessibleDescription("lido como +55 (47) 3422-1101"));
    await user.clear(number);
    await user.type(number, "+47 34 22 11 01");
    await waitFor(() => expect(number).toHaveAccessibleDescription("lido como +47 342 211 01: outro país (Noruega)"));
    await user.clear(number);
    await user.type(number, "98888-7704");
    await user.type(await field(m.tickets_field_name()), "Beto");
    await user.click(saveButton());
    expect(number).toHaveAccessibleDescription("Falta o DDD.");
  });
});

test("edit contact: an invalid name, number or e-mail is reported at its field", async () => {
  const { user } = await renderScreen(<EditContact contact={null} onClose={close} onOpen={vi.fn()} />);
  const name = await field(m.tickets_field_name());
  await user.type(name, "D");
  await user.type(await field(m.tickets_field_number()), "123");
  await user.type(await field(m.tickets_field_email()), "iracema@");
  await user.click(saveButton());
  expect(name).toHaveAccessibleDescription(m.lists_too_short());
  expect(screen.getByText(m.tickets_error_number())).toBeInTheDocument();
  expect(await field(m.tickets_field_email())).toHaveAccessibleDescription("E-mail inválido");
  await waitFor(() => expect(name).toHaveFocus());
});

test("edit contact: a change is sent without an unchanged number", async () => {
  noMerges();
  const sent = answer("put", `/contacts/${helena.id}`);
  const { user } = await renderScreen(<EditContact contact={helena} onClose={close} onOpen={vi.fn()} />);
  const name = await field(m.tickets_field_name());
  await user.clear(name);
  await user.type(name, "Helena Sampaio Reis");
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ name: "Helena Sampaio Reis", email: helena.email, extraInfo: [] });
});

test("edit contact: additional information is added and removed by row", async () => {
  noMerges();
  const sent = answer("put", `/contacts/${helena.id}`);
  const { user } = await renderScreen(<EditContact contact={helena} onClose={close} onOpen={vi.fn()} />);
  await user.click(await screen.findByRole("button", { name: m.tickets_extra_add() }));
  await user.type(await field(m.tickets_extra_name({ index: 1 })), "Pedido");
  await user.type(await field(m.tickets_extra_value({ index: 1 })), "48.117");
  await user.click(screen.getByRole("button", { name: m.tickets_extra_add() }));
  await user.click(screen.getByRole("button", { name: m.tickets_extra_remove({ index: 2 }) }));
  await user.click(saveButton());
  await waitFor(() => expect(sent).toMatchObject([{ extraInfo: [{ name: "Pedido", value: "48.117" }] }]));
});

test("edit contact: a merge sends the contact whose name stays first, and the toast can undo it", async () => {
  const sent = answer("post", `/contacts/${other.id}/merge`, { mergeId: "m1" });
  const undone = answer("delete", "/contacts/merges/m1");
  const merged = vi.fn();
  const part = <MergeDialog pair={[helena, other]} onMerged={merged} onClose={close} />;
  const { user } = await renderScreen(part);
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByRole("radio", { name: new RegExp(helena.name) })).toBeChecked();
  await user.click(within(dialog).getByRole("radio", { name: /Helena S\./ }));
  await user.click(within(dialog).getByRole("button", { name: m.contacts_merge() }));
  await waitFor(() => expect(merged).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ contactId: helena.id }]);
  await user.click(await screen.findByRole("button", { name: m.contacts_merge_undo() }));
  expect(await screen.findByText(m.contacts_merge_undone())).toBeInTheDocument();
  expect(undone).toHaveLength(1);
});
