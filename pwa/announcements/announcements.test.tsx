import { act, screen, waitFor, within } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test, vi } from "vitest";
import type { AnnouncementDocument } from "../../contracts/office/announcements.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { givenUser } from "../../sync/client/testing/given.ts";
import { m } from "../i18n/paraglide/messages.js";
import { cutNetwork, type GivenDesk, givenDesk } from "../testing/given-desk.ts";
import { renderScreen } from "../testing/render.tsx";
import { AnnouncementsButton } from "./announcements-button.tsx";
import { AnnouncementsPage } from "./announcements-page.tsx";
import { WatchAnnouncements } from "./watch-announcements.tsx";

// Another user for each test: what a device stored for a user stays in the memory of the process.
let me: ReturnType<typeof givenUser>;
let minute: number;
beforeEach(() => {
  me = givenUser();
  minute = 0;
});

/** Each is newer than the one before; the server marks it as read on command. */
function givenAnnouncement(desk: GivenDesk, change: Partial<AnnouncementDocument> = {}): AnnouncementDocument {
  minute += 1;
  const createdAt = new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
  const document: AnnouncementDocument = {
    ...{ id: uuidv7(), rev: 1, title: `Aviso ${minute}`, text: "Volta às 14h.", priority: 2, picture: null },
    ...{ edition: 1, createdAt, readAt: null },
    ...change,
  };
  desk.replication.put("announcements", document);
  const otherCommands = desk.replication.onCommand;
  desk.replication.onCommand = (command) => {
    const { announcementId } = command.payload as { announcementId?: string };
    if (command.type !== "announcement.read" || announcementId !== document.id) return otherCommands(command);
    desk.replication.put("announcements", { ...document, readAt: testNow().toISOString() });
    return undefined;
  };
  return document;
}
const readOnes = (desk: GivenDesk) =>
  desk.replication.applied.filter(({ type }) => type === "announcement.read").map(({ payload }) => payload);
const open = async (desk: GivenDesk) => {
  const button = (
    <>
      <WatchAnnouncements />
      <AnnouncementsButton />
    </>
  );
  const rendered = await renderScreen(button, { signedIn: me, replication: desk.replication });
  const opens = await screen.findByRole("button", { name: new RegExp(`^${m.announcements_title()}`) });
  return { ...rendered, opens };
};
const rows = () => within(screen.getByRole("list", { name: m.announcements_title() })).getAllByRole("button");

test("the button has the number of unread ones; opening one marks its edition as read, here at once", async () => {
  const desk = givenDesk();
  givenAnnouncement(desk, { readAt: testNow().toISOString() });
  const changed = givenAnnouncement(desk, { edition: 4, text: "Veja https://status.example <b>agora</b>" });
  const other = givenAnnouncement(desk);
  const { user, opens } = await open(desk);
  await waitFor(() => expect(opens).toHaveAccessibleName(m.announcements_button_count({ count: 2 })));
  await user.click(opens);
  await screen.findByRole("list", { name: m.announcements_title() });
  expect(rows().map((row) => row.textContent?.includes(m.announcements_unread_one()))).toEqual([true, true, false]);
  await user.click(rows()[1] as HTMLElement);
  expect(await screen.findByRole("heading", { name: changed.title, level: 3 })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "https://status.example" })).toBeInTheDocument();
  expect(screen.getByText(/<b>agora<\/b>/)).toBeInTheDocument();
  expect(screen.getByText(m.announcements_place({ place: 2, count: 3 }))).toBeInTheDocument();
  await waitFor(() => expect(opens).toHaveAccessibleName(m.announcements_button_count({ count: 1 })));
  await waitFor(() => expect(readOnes(desk)).toEqual([{ announcementId: changed.id, edition: 4 }]));
  await user.click(screen.getByRole("button", { name: m.announcements_back() }));
  expect(rows().map((row) => row.textContent?.includes(m.announcements_unread_one()))).toEqual([true, false, false]);
  expect(rows()[0]).toHaveTextContent(other.title);
});

test("all unread ones are marked as read together, and read ones are not sent again", async () => {
  const desk = givenDesk();
  givenAnnouncement(desk, { readAt: testNow().toISOString() });
  const [first, second] = [givenAnnouncement(desk), givenAnnouncement(desk, { edition: 2 })];
  const { user, opens, desk: device } = await open(desk);
  await user.click(opens);
  await user.click(await screen.findByRole("button", { name: m.announcements_mark_all() }));
  await waitFor(() => expect(opens).toHaveAccessibleName(m.announcements_title()));
  await waitFor(() => expect(readOnes(desk)).toHaveLength(2));
  expect(readOnes(desk)).toEqual(
    expect.arrayContaining([
      { announcementId: first.id, edition: 1 },
      { announcementId: second.id, edition: 2 },
    ]),
  );
  const send = vi.spyOn(device, "send");
  await user.click(rows()[0] as HTMLElement);
  await screen.findByRole("heading", { name: second.title, level: 3 });
  expect(send).not.toHaveBeenCalled();
});

test("offline an announcement is read on this device, and the reading is sent later", async () => {
  const desk = givenDesk();
  const announcement = givenAnnouncement(desk);
  const { user, opens, desk: device } = await open(desk);
  await waitFor(() => expect(opens).toHaveAccessibleName(m.announcements_button_count({ count: 1 })));
  const reconnect = await cutNetwork(desk, device);
  await user.click(opens);
  await screen.findByRole("list", { name: m.announcements_title() });
  await user.click(rows()[0] as HTMLElement);
  expect(await screen.findByText(m.announcements_read_offline())).toBeInTheDocument();
  await waitFor(() => expect(opens).toHaveAccessibleName(m.announcements_title()));
  expect(readOnes(desk)).toEqual([]);
  act(reconnect);
  await waitFor(() => expect(readOnes(desk)).toEqual([{ announcementId: announcement.id, edition: 1 }]));
});

test("an announcement that is deactivated while it is read gives way to the list", async () => {
  const desk = givenDesk();
  const [kept, gone] = [givenAnnouncement(desk), givenAnnouncement(desk)];
  const { user, opens } = await open(desk);
  await waitFor(() => expect(opens).toHaveAccessibleName(m.announcements_button_count({ count: 2 })));
  await user.click(opens);
  await screen.findByRole("list", { name: m.announcements_title() });
  await user.click(rows()[0] as HTMLElement);
  await screen.findByRole("heading", { name: gone.title, level: 3 });
  // The reading of a removed announcement would store it on the test's server again.
  await waitFor(() => expect(readOnes(desk)).toHaveLength(1));
  desk.replication.remove("announcements", gone.id);
  desk.replication.poke("announcements");
  await screen.findByRole("list", { name: m.announcements_title() });
  expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining(kept.title)]);
});

test("the ten newest are shown, the older ones on request", async () => {
  const desk = givenDesk();
  for (let at = 0; at < 12; at += 1) givenAnnouncement(desk);
  const { user, opens } = await open(desk);
  await user.click(opens);
  await screen.findByRole("button", { name: m.announcements_older() });
  expect(rows()).toHaveLength(10);
  expect(rows()[0]).toHaveTextContent("Aviso 12");
  await user.click(screen.getByRole("button", { name: m.announcements_older() }));
  expect(rows()).toHaveLength(12);
  expect(screen.queryByRole("button", { name: m.announcements_older() })).not.toBeInTheDocument();
});

test("without announcements the popover says so", async () => {
  const { user, opens } = await open(givenDesk());
  await user.click(opens);
  expect(await screen.findByText(m.announcements_none())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.announcements_mark_all() })).not.toBeInTheDocument();
});

test("on a phone the page goes back from the announcement to its list before it closes", async () => {
  const desk = givenDesk();
  const announcement = givenAnnouncement(desk);
  let isClosed = false;
  const page = <AnnouncementsPage open onClose={() => (isClosed = true)} />;
  const { user } = await renderScreen(page, { signedIn: me, replication: desk.replication });
  await screen.findByText(m.announcements_unread({ count: 1 }));
  await user.click(rows()[0] as HTMLElement);
  await screen.findByRole("heading", { name: announcement.title, level: 3 });
  await user.click(screen.getByRole("button", { name: m.announcements_back() }));
  await screen.findByRole("list", { name: m.announcements_title() });
  await waitFor(() => expect(screen.queryByText(m.announcements_unread({ count: 1 }))).not.toBeInTheDocument());
  expect(isClosed).toBe(false);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(isClosed).toBe(true));
});
