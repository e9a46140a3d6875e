import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { MAX_PICTURE_BYTES } from "../../../contracts/office/announcements.ts";
import type { AnnouncementWire } from "../../../contracts/wire/announcements.ts";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { givenUser } from "../../../sync/client/testing/given.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, refuse } from "../../testing/answers.ts";
import { field, goOffline, saveButton } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { AnnouncementsScreen } from "./index.tsx";
import { SuperOnly } from "./super-only.tsx";

const stored = (change: Partial<AnnouncementWire> = {}): AnnouncementWire => ({
  ...{ id: "0190d3a0-0000-7000-8000-00000000aaaa", title: "Pix parado", text: "Volta às 14h.", priority: 1 },
  ...{ status: true, mediaPath: null, mediaName: null, mediaSize: null, createdAt: "2026-11-20T12:00:00.000Z" },
  ...{ readers: 2, companies: 9 },
  ...change,
});
const page = (...records: AnnouncementWire[]) => ({ records, hasMore: false, count: records.length });
const row = (title: string) => screen.findByRole("row", { name: new RegExp(title) });
const dialog = (name: string) => screen.findByRole("dialog", { name });
const upload = "/announcements/:id/media-upload";
const picture = (name = "pix.png", type = "image/png", size = 3) => new File([new Uint8Array(size)], name, { type });

// Another user for each test: what a form stored for a user stays in the browser.
let me: ReturnType<typeof givenUser>;
beforeEach(() => {
  me = givenUser({ profile: "admin", super: true });
});
const render = (replication = createFakeServer()) =>
  renderScreen(<AnnouncementsScreen />, { signedIn: me, replication });

async function openNew() {
  answer("get", "/announcements/", page());
  const rendered = await render();
  await rendered.user.click((await screen.findAllByRole("button", { name: m.announcements_add() }))[0] as HTMLElement);
  await dialog(m.announcements_add());
  return rendered;
}
const fileInput = () => document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;

test("announcements: each shows its priority, attachment, status and how many companies have read it", async () => {
  const inactive = stored({
    id: "b",
    title: "Rascunho",
    priority: 3,
    status: false,
    readers: 0,
    mediaName: "nota.png",
  });
  answer("get", "/announcements/", page(stored(), { ...inactive, mediaPath: "/media/x", mediaSize: 4 }));
  await render();
  const texts = async (title: string, ...expected: string[]) => {
    for (const text of expected) expect(within(await row(title)).getByText(text)).toBeInTheDocument();
  };
  await texts("Pix parado", m.announcements_priority_1(), m.announcements_no_attachment(), m.announcements_active());
  await texts("Pix parado", m.announcements_readers({ readers: 2, companies: 9 }));
  await texts("Rascunho", m.announcements_priority_3(), "nota.png", m.announcements_inactive());
});

test("announcements: the filter asks the server for the inactive ones", async () => {
  const asked: string[] = [];
  server.use(
    http.get("/announcements/", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status") ?? "";
      asked.push(status);
      return HttpResponse.json(status ? page(stored({ title: "Guardado", status: false })) : page(stored()));
    }),
  );
  const { user } = await render();
  await row("Pix parado");
  await user.click(screen.getByRole("button", { name: m.announcements_filter_inactive() }));
  expect(await row("Guardado")).toBeInTheDocument();
  expect(asked).toEqual(["", "false"]);
});

test("a new announcement is active with low priority; its preview shows what is typed; the picture follows the text", async () => {
  const { user } = await openNew();
  const saved = answer("post", "/announcements", stored());
  const attached = answer("post", upload, stored());
  await user.type(await field(m.announcements_field_title()), "Pix parado");
  await user.type(await field(m.announcements_field_text()), "Veja https://status.example");
  await user.upload(fileInput(), picture());
  const preview = within(screen.getByRole("region", { name: m.announcements_preview() }));
  expect(preview.getByRole("heading", { name: "Pix parado" })).toBeInTheDocument();
  expect(preview.getByRole("link", { name: "https://status.example" })).toBeInTheDocument();
  expect(preview.getByText(m.announcements_priority_3())).toBeInTheDocument();
  await user.click(saveButton());
  expect(await screen.findByText(m.announcements_saved())).toBeInTheDocument();
  expect(saved).toEqual([{ title: "Pix parado", text: "Veja https://status.example", priority: 3, status: true }]);
  expect(attached).toHaveLength(1);
});

test("without a title or a text nothing is sent, and the empty field says so", async () => {
  const { user } = await openNew();
  const saved = answer("post", "/announcements", stored());
  await user.type(await field(m.announcements_field_title()), "   ");
  await user.click(saveButton());
  expect(await field(m.announcements_field_title())).toBeInvalid();
  expect(await field(m.announcements_field_text())).toBeInvalid();
  expect(saved).toEqual([]);
});

test("a refused picture is told, and a further attempt changes the announcement instead of creating another", async () => {
  const { user } = await openNew();
  const created = answer("post", "/announcements", stored());
  const changed = answer("put", `/announcements/${stored().id}`, stored());
  refuse("post", upload, "ERR_FILE_TYPE");
  await user.type(await field(m.announcements_field_title()), "Pix");
  await user.type(await field(m.announcements_field_text()), "Volta");
  await user.upload(fileInput(), picture());
  await user.click(saveButton());
  const reason = m.lists_failed({ reason: errorMessage("ERR_FILE_TYPE") });
  expect(await screen.findByText(m.announcements_saved_without_file({ reason }))).toBeInTheDocument();
  answer("post", upload, stored());
  await user.click(saveButton());
  expect(await screen.findByText(m.announcements_saved())).toBeInTheDocument();
  expect([created.length, changed.length]).toEqual([1, 1]);
});

test.each([
  ["a gif", picture("foto.gif", "image/gif"), () => m.announcements_file_types()],
  ["more than 5 MB", picture("foto.png", "image/png", MAX_PICTURE_BYTES + 1), () => m.announcements_file_too_large()],
])("an attachment is refused before saving: %s", async (_title, file, problem) => {
  const { user } = await openNew();
  // The browser's own filter by `accept` would not offer the file.
  fileInput().accept = "";
  await user.upload(fileInput(), file);
  expect(screen.getByRole("alert")).toHaveTextContent(problem());
  expect(screen.getByRole("alert")).toHaveClass("text-danger-ink");
  expect(screen.queryByText(file.name)).not.toBeInTheDocument();
});

test("removing the stored picture and saving deletes it on the server", async () => {
  const announcement = stored({ mediaPath: "/media/x", mediaName: "pix.png", mediaSize: 9 });
  answer("get", "/announcements/", page(announcement));
  const changed = answer("put", `/announcements/${announcement.id}`, announcement);
  const removed = answer("delete", upload, announcement);
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.announcements_edit_of({ title: announcement.title }) }));
  await dialog(m.announcements_edit_title());
  const { readers = 0, companies = 0 } = announcement;
  expect(screen.getByText(m.announcements_read_again({ readers, companies }))).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.announcements_remove_file({ name: "pix.png" }) }));
  await user.click(saveButton());
  expect(await screen.findByText(m.announcements_saved())).toBeInTheDocument();
  expect([changed.length, removed.length]).toEqual([1, 1]);
});

test("offline nothing is saved, and what was typed is there when the dialog opens again", async () => {
  const { user, replication } = await openNew();
  await user.type(await field(m.announcements_field_title()), "Pix parado");
  goOffline(replication);
  await waitFor(() => expect(saveButton()).toBeDisabled());
  await user.click(screen.getByRole("button", { name: m.ui_close() }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click((await screen.findAllByRole("button", { name: m.announcements_add() }))[0] as HTMLElement);
  expect(await field(m.announcements_field_title())).toHaveValue("Pix parado");
  expect(screen.getByText(m.ui_draft_restored())).toBeInTheDocument();
});

test("deleting asks first", async () => {
  answer("get", "/announcements/", page(stored()));
  const removed = answer("delete", `/announcements/${stored().id}`);
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.announcements_delete_of({ title: "Pix parado" }) }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(removed).toEqual([]);
  answer("get", "/announcements/", page());
  await user.click(question.getByRole("button", { name: m.ui_delete() }));
  expect(await screen.findByText(m.announcements_deleted())).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("row", { name: /Pix parado/ })).not.toBeInTheDocument());
  expect(removed).toHaveLength(1);
});

test("a user who is not super is told so and led to the start, without a request", async () => {
  const asked = answer("get", "/announcements/", page(stored()));
  const screenOfSupers = (
    <SuperOnly>
      <AnnouncementsScreen />
    </SuperOnly>
  );
  const { router } = await renderScreen(screenOfSupers, { signedIn: { ...me, super: false }, path: "/announcements" });
  expect(await screen.findByText(m.announcements_not_allowed())).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: m.announcements_title() })).not.toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(asked).toEqual([]);
});
