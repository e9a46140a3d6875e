import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../../testing/answers.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { lojistas } from "../testing/given-lists.ts";
import { AddToListDialog } from "./add-to-list-dialog.tsx";

const contactIds = ["0190d3a0-0000-7000-8000-00000000c001", "0190d3a0-0000-7000-8000-00000000c002"];
const onDone = vi.fn();
beforeEach(() => {
  onDone.mockClear();
  answer("get", "/contact-lists/list", [{ ...lojistas }]);
});

const render = () =>
  renderScreen(<AddToListDialog contactIds={contactIds} onDone={onDone} onClose={() => undefined} />);
const list = () => screen.findByRole("combobox", { name: m.contact_lists_one() });
const add = () => screen.findByRole("button", { name: m.contact_lists_bring_save() });

test("add to list: the contacts are added to the chosen list", async () => {
  const sent = answer("post", `/contact-lists/${lojistas.id}/contacts`, { added: 2, known: 0 });
  const { user } = await render();
  await user.type(await list(), "loj");
  await user.click(await screen.findByRole("option", { name: "Lojistas" }));
  await user.click(await add());
  expect(await screen.findByText(m.contact_lists_added({ count: 2 }))).toBeInTheDocument();
  expect(sent).toEqual([{ kind: "contacts", contactIds }]);
  expect(onDone).toHaveBeenCalledOnce();
});

test("add to list: without a list nothing is sent", async () => {
  const { user } = await render();
  await list();
  await user.click(await add());
  expect(await screen.findByText(m.lists_required())).toBeInTheDocument();
});

test("add to list: a new list is created once, also when the first attempt fails afterwards", async () => {
  const created = answer("post", "/contact-lists", { ...lojistas, name: "Natal" });
  refuse("post", `/contact-lists/${lojistas.id}/contacts`, "ERR_INTERNAL", { status: 500 });
  const { user } = await render();
  await user.type(await list(), "Natal");
  await user.click(await screen.findByRole("option", { name: m.contact_lists_create({ name: "Natal" }) }));
  expect(await screen.findByText(m.contact_lists_add_to_new({ name: "Natal" }))).toBeInTheDocument();
  await user.click(await add());
  expect(await screen.findByRole("alert")).toBeInTheDocument();
  answer("post", `/contact-lists/${lojistas.id}/contacts`, { added: 1, known: 1 });
  await user.click(await add());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(created).toEqual([{ name: "Natal" }]);
});
