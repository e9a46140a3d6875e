import { screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import { lanesOf } from "../../../contracts/desk/tags.ts";
import { givenUser } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { answer } from "../../testing/answers.ts";
import { givenDesk } from "../../testing/given-desk.ts";
import { renderScreen } from "../../testing/render.tsx";
import { TagsScreen } from "./index.tsx";

/** Draws the lanes after the screen, from the same rows. */
function LanesBeside() {
  const desk = useDesk();
  return lanesOf(useObservable<TagRef[]>(() => desk.refs$("tag"), [desk], noTags))
    .map(({ name }) => name)
    .join(", ");
}
const noTags: TagRef[] = [];

/** Opens the screen as this profile with two lanes and a plain tag. */
async function open(profile: "supervisor" | "user", beside: ReactNode = null) {
  const desk = givenDesk();
  const quote = desk.tag({ name: "Orçamento", isKanban: true, lanePosition: 1 });
  const vip = desk.tag({ name: "VIP", isKanban: true, lanePosition: 2 });
  desk.tag({ name: "Urgente" });
  answer("get", "/tags", { tags: [], hasMore: false });
  const shown = await renderScreen([<TagsScreen key="screen" />, beside], {
    replication: desk.replication,
    signedIn: givenUser({ profile }),
  });
  return { ...shown, quote, vip };
}

test("order of lanes: only lanes are listed, the buttons move one and say its place, saving sends the order", async () => {
  const { user, quote, vip } = await open("supervisor");
  const sent = answer("put", "/tags/kanban", []);
  await user.click(await screen.findByRole("button", { name: m.kanban_order_open() }));
  const dialog = await screen.findByRole("dialog", { name: m.kanban_order_title() });
  const names = () =>
    within(dialog)
      .getAllByRole("listitem")
      .map((row) => row.textContent);
  expect(names()).toEqual(["Orçamento", "VIP"]);
  expect(within(dialog).getByRole("button", { name: m.kanban_order_up({ name: "Orçamento" }) })).toBeDisabled();
  await user.click(within(dialog).getByRole("button", { name: m.kanban_order_up({ name: "VIP" }) }));
  expect(names()).toEqual(["VIP", "Orçamento"]);
  expect(within(dialog).getByText(m.kanban_order_said({ name: "VIP", place: 1, count: 2 }))).toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: m.ui_save() }));
  expect(await screen.findByText(m.kanban_order_saved())).toBeInTheDocument();
  expect(sent).toEqual([{ tagIds: [vip.id, quote.id] }]);
});

test("order of lanes: an agent does not get the button", async () => {
  await open("user", <LanesBeside />);
  expect(await screen.findByRole("button", { name: m.tags_add() })).toBeInTheDocument();
  // The button of a manager would be drawn with the lanes.
  expect(await screen.findByText("Orçamento, VIP")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.kanban_order_open() })).not.toBeInTheDocument();
});
