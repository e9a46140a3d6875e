import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { matchQueries } from "../../testing/browser-gaps.ts";
import { renderScreen } from "../../testing/render.tsx";
import { UsersScreen } from "../users/index.tsx";

const marina = { id: "0190d3a0-0000-7000-8000-00000000d0a7", name: "Marina Duarte", email: "marina@demo.example" };
const user = { ...marina, profile: "admin", queues: [], online: true };

test("lists: a window narrower than 900 px shows rows with sheets under the head of the wide one", async () => {
  matchQueries("(width < 56.25rem)");
  answer("get", "/users/", { users: [user], hasMore: false });
  const { user: person } = await renderScreen(<UsersScreen />);
  await person.click(await screen.findByRole("button", { name: /Marina Duarte/ }));
  expect(await screen.findByRole("dialog", { name: "Marina Duarte" })).toHaveTextContent("marina@demo.example");
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.users_add(), hidden: true })).toBeInTheDocument();
});

test("lists: a wider window shows a table", async () => {
  answer("get", "/users/", { users: [user], hasMore: false });
  await renderScreen(<UsersScreen />);
  expect(await screen.findByRole("table", { name: m.users_title() })).toBeInTheDocument();
});
