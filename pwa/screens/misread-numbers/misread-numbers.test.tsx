import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MisreadView } from "../../../contracts/desk/number-fixes.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { MisreadNumbersScreen } from "./index.tsx";

const shop = {
  id: "c1",
  name: "Loja Joinville",
  number: "4734221101",
  proposal: "554734221101",
  problem: null,
  holder: null,
};
const view: MisreadView = {
  count: 3,
  contacts: [
    shop,
    { ...shop, id: "c2", name: "Rui", holder: { id: "c9", name: "Rui Certo" } },
    { ...shop, id: "c3", name: "Beto", proposal: null, problem: "noAreaCode" },
  ],
  applied: [
    {
      id: "f1",
      name: "Bia",
      former: "988887704",
      number: "5531988887704",
      isMerge: false,
      createdAt: "2026-11-26T12:00:00Z",
    },
  ],
};

test("misread numbers: each row has its proposal, and correcting and undoing are sent", async () => {
  answer("get", "/contacts/misread", view);
  const fixed = answer("post", "/contacts/misread/c1", { id: "f2", contactId: "c1" });
  const undone = answer("delete", "/contacts/misread/f1", { contactId: "c0" });
  const { user } = await renderScreen(<MisreadNumbersScreen />);
  const rows = within(await screen.findByRole("list", { name: m.numbers_misread_title() })).getAllByRole("listitem");
  expect(rows[0]).toHaveTextContent("Loja Joinville+47 342 211 01+55 (47) 3422-1101");
  expect(rows[1]).toHaveTextContent(m.numbers_misread_merge_note({ name: "Rui Certo" }));
  expect(rows[2]).toHaveTextContent("Falta o DDD.");
  await user.click(screen.getByRole("button", { name: m.numbers_misread_apply_of({ name: "Loja Joinville" }) }));
  expect(await screen.findByText(m.numbers_misread_done())).toBeInTheDocument();
  expect(fixed).toHaveLength(1);
  await user.click(await screen.findByRole("button", { name: m.numbers_misread_undo_of({ name: "Bia" }) }));
  await waitFor(() => expect(undone).toHaveLength(1));
});

test("misread numbers: a list that could not be read says so, and can be read again", async () => {
  refuse("get", "/contacts/misread", "ERR_INTERNAL", { status: 500 });
  const { user } = await renderScreen(<MisreadNumbersScreen />);
  expect(await screen.findByText(m.lists_failed_title())).toBeInTheDocument();
  expect(screen.queryByText(m.numbers_misread_none())).not.toBeInTheDocument();
  answer("get", "/contacts/misread", view);
  await user.click(screen.getByRole("button", { name: m.ui_try_again() }));
  expect(await screen.findByText("Loja Joinville")).toBeInTheDocument();
});

test("misread numbers: a refused correction says why", async () => {
  answer("get", "/contacts/misread", view);
  refuse("post", "/contacts/misread/c1", "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderScreen(<MisreadNumbersScreen />);
  await user.click(await screen.findByRole("button", { name: m.numbers_misread_apply_of({ name: "Loja Joinville" }) }));
  expect(await screen.findByText(new RegExp(m.error_no_permission()))).toBeInTheDocument();
});
