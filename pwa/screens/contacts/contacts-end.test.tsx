import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MAX_COUNTED } from "../../../contracts/lists.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import type { List } from "../lists/index.ts";
import { ContactsEnd } from "./contacts-end.tsx";

const list: List<unknown> = {
  rows: [],
  hasMore: true,
  count: 2_418,
  state: "ready",
  error: null,
  isKept: false,
  isStale: false,
  isLastSeen: false,
  readAt: null,
  linkUp: true,
  canWrite: true,
  more: vi.fn(),
  again: vi.fn(),
};

test("contacts end: shows how many contacts of the total are loaded and that there are more", () => {
  renderPart(<ContactsEnd list={list} shown={20} />);
  expect(screen.getByText(m.contacts_shown_of({ shown: "20", total: "2.418" }))).toBeInTheDocument();
  expect(screen.getByText(m.contacts_scroll_for_more())).toBeInTheDocument();
});

test("contacts end: says that there are more contacts than the server counts", () => {
  renderPart(<ContactsEnd list={{ ...list, count: MAX_COUNTED + 1 }} shown={20} />);
  expect(screen.getByText("20 de mais de 10.000")).toBeInTheDocument();
});

test("contacts end: shows the total when all contacts are loaded", () => {
  renderPart(<ContactsEnd list={{ ...list, hasMore: false }} shown={2_418} />);
  expect(screen.getByText(m.contacts_end({ count: 2_418 }))).toBeInTheDocument();
});

test("contacts end: without a network it explains the icons and says that further contacts are found by searching", () => {
  renderPart(<ContactsEnd list={{ ...list, isKept: true, canWrite: false }} shown={200} />);
  expect(screen.getByText(m.contacts_sign_on_server())).toBeInTheDocument();
  expect(screen.getByText(m.contacts_kept_more({ count: "200" }))).toBeInTheDocument();
  expect(screen.queryByText(/2\.418/)).not.toBeInTheDocument();
});
