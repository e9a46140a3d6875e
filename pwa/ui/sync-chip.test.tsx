import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../i18n/paraglide/messages.js";
import { renderPart } from "../testing/render.tsx";
import { SyncChip, type SyncState } from "./sync-chip.tsx";

test.each<[SyncState, number, number, () => string]>([
  ["opening", 0, 0, m.ui_loading],
  ["synced", 0, 0, m.sync_synced],
  ["syncing", 0, 0, m.sync_updating],
  ["syncing", 2, 0, () => m.sync_sending({ count: 2 })],
  ["offline", 0, 0, m.sync_offline],
  ["attention", 0, 1, () => m.sync_refused({ count: 1 })],
  ["unstored", 1, 1, m.sync_unstored],
])(
  "sync chip: shows the status %s with %i waiting and %i refused actions as text",
  (state, waiting, refused, words) => {
    renderPart(<SyncChip state={state} waiting={waiting} refused={refused} />);
    expect(screen.getByRole("status")).toHaveTextContent(words());
  },
);

test("sync chip: shows offline how many actions are only on this device", () => {
  renderPart(<SyncChip state="offline" waiting={3} refused={0} onOpen={vi.fn()} />);
  const button = screen.getByRole("button");
  expect(button).toHaveAccessibleName(expect.stringContaining(m.sync_offline()));
  expect(button).toHaveAccessibleName(expect.stringContaining(m.sync_on_device({ count: 3 })));
});

test("sync chip: the number that a phone shows in place of the text is not read twice", () => {
  renderPart(<SyncChip state="attention" waiting={0} refused={2} onOpen={vi.fn()} />);
  expect(screen.getByRole("button")).toHaveAccessibleName(m.sync_refused({ count: 2 }));
});

test("sync chip: opens the outbox where one is given, and is no button elsewhere", async () => {
  const onOpen = vi.fn();
  const { user, rerender } = renderPart(<SyncChip state="synced" waiting={0} refused={0} onOpen={onOpen} />);
  await user.click(screen.getByRole("button"));
  expect(onOpen).toHaveBeenCalledOnce();
  rerender(<SyncChip state="synced" waiting={0} refused={0} />);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
