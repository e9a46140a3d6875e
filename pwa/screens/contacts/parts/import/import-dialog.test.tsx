import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type {
  AdjustedRowsView,
  ImportView,
  ReadNumbersView,
  RejectedRowView,
} from "../../../../../contracts/marketing/contact-imports.ts";
import { cardHeaders } from "../../../../../contracts/marketing/contact-imports.ts";
import { errorMessage } from "../../../../i18n/error-message.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { listChanges } from "../../../../session/server-data/list-changes.ts";
import { renderScreen } from "../../../../testing/render.tsx";
import { server } from "../../../../testing/server.ts";
import { ImportDialog } from "./import-dialog.tsx";

const ID = "0190d3a0-0000-7000-8000-00000000a111";

const view = (change: Partial<ImportView> = {}): ImportView => ({
  ...{ id: ID, name: "clientes.xlsx", status: "preview", error: null, total: 3, done: 0 },
  ...{ headers: ["Nome", "Telefone", "E-mail"], headerRow: 1, sample: [["Dona Iracema", "5537955501562", ""]] },
  ...{ head: headOf(["Nome", "Telefone", "E-mail"], ["Dona Iracema", "5537955501562", ""]) },
  ...{ mapping: null, counts: null, idleSeconds: 0, hidden: 0, withHidden: false },
  ...change,
});
const headOf = (...rows: string[][]) => rows.map((cells, place) => ({ rowNumber: place + 1, cells }));

let latest: ImportView | null;
let rejected: RejectedRowView[];
let readNumbers: ReadNumbersView;
let adjusted: AdjustedRowsView;
let calls: { call: string; body: unknown }[];
const onClose = vi.fn();
beforeEach(() => {
  latest = null;
  rejected = [];
  readNumbers = { changed: 0, foreign: 0, rows: [] };
  adjusted = { count: 0, rows: [] };
  calls = [];
  onClose.mockClear();
  server.use(
    http.get("/contacts/imports/latest", () => HttpResponse.json(latest)),
    http.get(`/contacts/imports/${ID}/read-numbers`, () => HttpResponse.json(readNumbers)),
    http.get(`/contacts/imports/${ID}/adjusted-rows`, () => HttpResponse.json(adjusted)),
    http.get(`/contacts/imports/${ID}/rejected-rows`, () => HttpResponse.json({ rows: rejected })),
  );
});

/** Answers a call. `then`: the import's state after the call, or an error code that refuses it. */
function answers(method: "post" | "put" | "delete", path: string, then: ImportView | { error: string }) {
  server.use(
    http[method](path, async ({ request }) => {
      const text = request.headers.get("content-type")?.includes("json") ? await request.text() : "";
      calls.push({ call: `${request.method} ${new URL(request.url).pathname}`, body: text && JSON.parse(text) });
      if ("id" in then) latest = then;
      return HttpResponse.json(then, { status: "id" in then ? 200 : 400 });
    }),
    http.get(`/contacts/imports/${ID}`, () => HttpResponse.json(latest)),
  );
}

const render = (given: string | null = null) => renderScreen(<ImportDialog given={given} onClose={onClose} />);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const sheet = () => new File(["PK"], "clientes.xlsx");
const fileInput = () => document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;

test("import: a chosen file is uploaded, and its columns are guessed from their headers", async () => {
  answers("post", "/contacts/upload", view());
  const { user } = await render();
  await button(m.contacts_import_choose());
  await user.upload(fileInput(), sheet());
  const sample = within(await screen.findByRole("table", { name: m.contacts_import_sample() }));
  expect(sample.getByRole("row", { name: "Dona Iracema 5537955501562 —" })).toBeInTheDocument();
  expect(await button(m.contacts_import_check())).toBeEnabled();
});

test("import: a file that the server cannot read keeps the dialog open with the reason", async () => {
  answers("post", "/contacts/upload", { error: "ERR_IMPORT_UNREADABLE" });
  const { user } = await render();
  await button(m.contacts_import_choose());
  await user.upload(fileInput(), sheet());
  expect(
    await screen.findByText(m.lists_failed({ reason: errorMessage("ERR_IMPORT_UNREADABLE") })),
  ).toBeInTheDocument();
  expect(await button(m.contacts_import_choose())).toBeEnabled();
});

test("import: columns without headers are named by position and example, and name and number must be chosen", async () => {
  latest = view({ headers: ["", "", ""], head: headOf(["", "", ""], ["Dona Iracema", "5537955501562", ""]) });
  const { user } = await render();
  const check = await button(m.contacts_import_check());
  expect(check).toBeDisabled();
  await user.click(await button(new RegExp(`^${m.contacts_col_name()}`)));
  await user.click(
    await screen.findByRole("option", { name: m.contacts_import_column({ place: 1, example: "Dona Iracema" }) }),
  );
  expect(check).toBeDisabled();
  await user.click(await button(new RegExp(`^${m.contacts_import_number()}`)));
  await user.click(
    await screen.findByRole("option", { name: m.contacts_import_column({ place: 2, example: "5537955501562" }) }),
  );
  expect(check).toBeEnabled();
});

test("import: a column cannot be used for two fields", async () => {
  latest = view();
  const { user } = await render();
  await user.click(await button(new RegExp(`^${m.contacts_import_number()}`)));
  await user.click(await screen.findByRole("option", { name: "Nome" }));
  expect(await screen.findByText(m.contacts_import_same_column())).toBeInTheDocument();
  expect(await button(m.contacts_import_check())).toBeDisabled();
});

test("import: the mapping is sent, and the effect of a run is shown before it begins", async () => {
  latest = view();
  const counts = { created: 1_200, updated: 3, duplicate: 2, bad: 1 };
  answers("put", `/contacts/imports/${ID}`, view({ status: "checked", counts }));
  const { user } = await render();
  await user.click(await button(m.contacts_import_check()));
  expect(
    await screen.findByRole("dialog", { name: m.contacts_import_check_title({ name: "clientes.xlsx" }) }),
  ).toBeInTheDocument();
  expect(calls).toEqual([
    { call: `PUT /contacts/imports/${ID}`, body: { name: 0, number: 1, headerRow: 1, email: 2, areaCode: null } },
  ]);
  expect(await button(m.contacts_import_run({ count: 1203 }))).toBeEnabled();
  expect(screen.getByText(m.contacts_import_rows_new()).closest("div")).toHaveTextContent("1.200");
  expect(screen.getByText(m.contacts_import_rows_rejected(), { selector: "dt" }).closest("div")).toHaveTextContent("3");
});

test("import: a column of area codes is recognised and sent", async () => {
  const rows = [
    ["Nome", "DDD", "Celular"],
    ["Dona Iracema", "37", "95550-1562"],
  ];
  latest = view({ headers: rows[0], head: headOf(...rows), sample: rows.slice(1) });
  answers("put", `/contacts/imports/${ID}`, view({ status: "checked" }));
  const { user } = await render();
  await user.click(await button(m.contacts_import_check()));
  await waitFor(() => expect(calls).toMatchObject([{ body: { name: 0, number: 2, email: null, areaCode: 1 } }]));
});

test("import: hidden rows are said, left out, and taken when the user chooses them", async () => {
  const rows = [
    ["Nome", "Telefone"],
    ["Dona Iracema", "5537955501562"],
    ["Rui", "5537955501563"],
  ];
  const head = headOf(...rows).map((row) => (row.rowNumber === 2 ? { ...row, isHidden: true } : row));
  latest = view({ headers: rows[0], head, sample: rows.slice(2), total: 1, hidden: 1 });
  answers("put", `/contacts/imports/${ID}`, view({ status: "checked", total: 2, hidden: 1, withHidden: true }));
  const { user } = await render();
  expect(await screen.findByText(m.contacts_import_hidden({ count: 1 }))).toBeInTheDocument();
  expect(screen.getByText(m.contacts_import_columns_text({ name: "clientes.xlsx", count: 1 }))).toBeInTheDocument();
  expect(screen.queryByText("Dona Iracema")).not.toBeInTheDocument();
  await user.click(screen.getByRole("switch", { name: m.contacts_import_with_hidden({ count: 1 }) }));
  expect(screen.queryByText(m.contacts_import_hidden({ count: 1 }))).not.toBeInTheDocument();
  expect(screen.getByText(m.contacts_import_columns_text({ name: "clientes.xlsx", count: 2 }))).toBeInTheDocument();
  expect(screen.getByText("Dona Iracema")).toBeInTheDocument();
  await user.click(await button(m.contacts_import_check()));
  await waitFor(() => expect(calls).toMatchObject([{ body: { name: 0, number: 1, headerRow: 1, withHidden: true } }]));
});

test("import: the preview and the result name the hidden rows that are left out", async () => {
  latest = view({ status: "checked", hidden: 7 });
  const checked = await render();
  expect(await screen.findByText(m.contacts_import_hidden({ count: 7 }))).toBeInTheDocument();
  checked.unmount();
  latest = view({ status: "checked", hidden: 7, withHidden: true });
  await render();
  expect(await screen.findByText(m.contacts_import_nothing_saved())).toBeInTheDocument();
  expect(screen.queryByText(m.contacts_import_hidden({ count: 7 }))).not.toBeInTheDocument();
});

/** A sheet with a title over its headers. */
const titled = [["Relatório de clientes"], ["Cliente", "Fone", "E-mail"], ["Dona Iracema", "5537955501562", ""]];

test("import: another row is chosen as the headers, and every column is offered", async () => {
  const [title] = titled;
  latest = view({ headers: [title?.[0] ?? "", "", ""], head: headOf(...titled), sample: titled.slice(1), total: 2 });
  answers("put", `/contacts/imports/${ID}`, view({ status: "checked" }));
  const { user } = await render();
  expect(await screen.findByText(m.contacts_import_columns_text({ name: "clientes.xlsx", count: 2 }))).toBeVisible();
  await user.click(await button(new RegExp(`^${m.contacts_import_header_row()}`)));
  await user.click(await screen.findByRole("option", { name: /^2/ }));
  expect(screen.getByText(m.contacts_import_columns_text({ name: "clientes.xlsx", count: 1 }))).toBeVisible();
  await user.click(await button(new RegExp(`^${m.contacts_col_name()}`)));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(titled[1]);
  await user.click(await screen.findByRole("option", { name: "Cliente" }));
  await user.click(await button(m.contacts_import_check()));
  await waitFor(() => expect(calls).toMatchObject([{ body: { name: 0, number: 1, headerRow: 2 } }]));
});

test("import: a file without headers says so, and its first row can be made the headers with a warning", async () => {
  const people = [
    ["Sara Lima", "31988870301"],
    ["Silas Reis", "31988870302"],
  ];
  latest = view({
    ...{ headers: ["", ""], headerRow: 0, head: headOf(...people), sample: people, total: 2 },
    mapping: { name: 0, number: 1, email: null, areaCode: null },
  });
  answers("put", `/contacts/imports/${ID}`, view({ status: "checked" }));
  const { user } = await render();
  const first = await screen.findByRole("switch", { name: m.contacts_import_first_person() });
  expect(first).toBeChecked();
  expect(screen.getByText(m.contacts_import_no_headers())).toBeVisible();
  await user.click(first);
  expect(screen.getByText(m.contacts_import_left_out({ rows: "1" }))).toBeVisible();
  expect(screen.getByText(m.contacts_import_columns_text({ name: "clientes.xlsx", count: 1 }))).toBeVisible();
  await user.click(first);
  await user.click(await button(m.contacts_import_check()));
  await waitFor(() => expect(calls).toMatchObject([{ body: { name: 0, number: 1, headerRow: 0 } }]));
});

test("import: contact cards have no row of headers to choose", async () => {
  const rows = [cardHeaders, ["João", "+5531988860001", "", ""]];
  latest = view({ name: "contatos.vcf", headers: cardHeaders, head: headOf(...rows), sample: rows.slice(1) });
  await render();
  await button(m.contacts_import_check());
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
});

test("import: rows that are imported with a change say what changes, before and after the run", async () => {
  adjusted = {
    count: 2,
    rows: [
      {
        rowNumber: 3,
        name: "J",
        notes: [
          { kind: "nameShort", text: "J" },
          { kind: "noEmail", text: "ana@" },
        ],
      },
      { rowNumber: 4, name: "Nilo", notes: [{ kind: "otherEmails", text: "b@x.example" }] },
    ],
  };
  latest = view({ status: "checked", counts: { created: 2, updated: 0, duplicate: 0, bad: 0 } });
  answers("post", `/contacts/imports/${ID}/run`, { ...latest, status: "done" });
  const { user } = await render();
  const table = () => screen.findByRole("table", { name: m.contacts_import_adjusted({ count: "2" }) });
  const [, first, second] = within(await table()).getAllByRole("row");
  expect(first).toHaveTextContent(m.contacts_import_note_name_short());
  expect(first).toHaveTextContent(m.contacts_import_note_no_email({ text: "ana@" }));
  expect(second).toHaveTextContent(m.contacts_import_note_other_emails({ text: "b@x.example" }));
  await user.click(await button(m.contacts_import_run({ count: 2 })));
  await screen.findByText(m.contacts_import_done({ name: "clientes.xlsx" }));
  expect(within(await table()).getAllByRole("row")).toHaveLength(3);
});

test("import: the preview shows how the numbers were read, and marks every number of another country", async () => {
  latest = view({ status: "checked", counts: { created: 2, updated: 0, duplicate: 0, bad: 0 } });
  const rows = [
    { rowNumber: 3, name: "Nils", typed: "+47 34 22 11 01", number: "4734221101", country: "NO" },
    { rowNumber: 2, name: "Loja", typed: "(47) 3422-1101", number: "554734221101", country: null },
  ];
  readNumbers = { changed: 1, foreign: 1, rows };
  await render();
  const table = within(await screen.findByRole("table", { name: m.numbers_import_title() }));
  const shown = table.getAllByRole("row").slice(1);
  expect(shown[0]).toHaveTextContent("+47 342 211 01Noruega");
  expect(shown[1]).toHaveTextContent("+55 (47) 3422-1101");
  expect(screen.getByText(m.numbers_import_foreign({ count: 1 }))).toBeInTheDocument();
});

test("import: the rejected rows are listed with the reason before anything is saved, and can be saved as a file", async () => {
  latest = view({ status: "checked", total: 9, counts: { created: 2, updated: 1, duplicate: 2, bad: 4 } });
  const row = (change: Partial<RejectedRowView>): RejectedRowView => ({
    ...{ rowNumber: 2, name: "Rui", number: "5531955500001", email: "", problem: null, repeats: null },
    ...change,
  });
  rejected = [
    row({ rowNumber: 3, name: "Casa da Serra", number: "31 9555", problem: "invalid" }),
    row({ rowNumber: 5, name: "", problem: "name" }),
    row({ rowNumber: 6, number: "", problem: "notANumber" }),
    row({ rowNumber: 7, email: "x", problem: "email" }),
    row({ rowNumber: 8, name: "Bazar", repeats: 4 }),
    row({ rowNumber: 9 }),
  ];
  await render();
  const table = within(await screen.findByRole("table", { name: m.contacts_import_rows_rejected() }));
  expect(
    table
      .getAllByRole("row")
      .slice(1)
      .map((each) => each.lastElementChild?.textContent),
  ).toEqual([
    m.numbers_invalid(),
    m.contacts_import_no_name(),
    m.contacts_import_no_number(),
    m.contacts_import_bad_email(),
    m.contacts_import_repeats({ row: 4 }),
    m.contacts_import_same(),
  ]);
  expect(await button(m.contacts_import_save_rejected({ count: 6 }))).toBeEnabled();
});

test("import: a file without new contacts cannot be run, and the dialog says so", async () => {
  latest = view({ status: "checked", counts: { created: 0, updated: 0, duplicate: 3, bad: 0 } });
  await render();
  expect(await screen.findByText(m.contacts_import_nothing())).toBeInTheDocument();
  expect(await button(m.contacts_import_run({ count: 0 }))).toBeDisabled();
});

test("import: a run refused by the server stays at its step with the reason", async () => {
  latest = view({ status: "checked", counts: { created: 2, updated: 0, duplicate: 0, bad: 0 } });
  answers("post", `/contacts/imports/${ID}/run`, { error: "ERR_IMPORT_STEP" });
  const { user } = await render();
  await user.click(await button(m.contacts_import_run({ count: 2 })));
  expect(await screen.findByText(m.lists_failed({ reason: errorMessage("ERR_IMPORT_STEP") }))).toBeInTheDocument();
  expect(await button(m.contacts_import_run({ count: 2 }))).toBeEnabled();
});

test("import: a step without progress for a minute says since when, and one that moves does not", async () => {
  latest = view({ status: "running", done: 1, idleSeconds: 59 });
  server.use(http.get(`/contacts/imports/${ID}`, () => HttpResponse.json(latest)));
  await render();
  await screen.findByRole("progressbar");
  expect(screen.queryByText(m.contacts_import_idle({ minutes: "0" }))).not.toBeInTheDocument();
  latest = view({ status: "running", done: 1, idleSeconds: 780 });
  listChanges.notify(["contactImports"]);
  expect(await screen.findByText(m.contacts_import_idle({ minutes: "13" }))).toBeInTheDocument();
});

test("import: a running import shows its progress and is finished when the server reports it", async () => {
  latest = view({ status: "running", done: 1 });
  server.use(http.get(`/contacts/imports/${ID}`, () => HttpResponse.json(latest)));
  await render();
  const progress = await screen.findByRole("progressbar", {
    name: m.contacts_import_running({ name: "clientes.xlsx" }),
  });
  expect(progress).toHaveAttribute("aria-valuenow", "1");
  latest = view({ status: "done", done: 3, counts: { created: 3, updated: 0, duplicate: 0, bad: 0 } });
  listChanges.notify(["contactImports"]);
  expect(await screen.findByText(m.contacts_import_done({ name: "clientes.xlsx" }))).toBeInTheDocument();
});

test("import: rejected rows can be saved as a file", async () => {
  latest = view({ status: "checked", counts: { created: 2, updated: 0, duplicate: 0, bad: 1 } });
  answers(
    "post",
    `/contacts/imports/${ID}/run`,
    view({ status: "done", done: 3, counts: { created: 2, updated: 0, duplicate: 0, bad: 1 } }),
  );
  let downloads = 0;
  server.use(
    http.get(`/contacts/imports/${ID}/rejected`, () => {
      downloads += 1;
      return HttpResponse.text("linha;motivo");
    }),
  );
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user } = await render();
  await user.click(await button(m.contacts_import_run({ count: 2 })));
  await user.click(await button(m.contacts_import_rejected()));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  saved.mockRestore();
  expect(downloads).toBe(1);
  await user.click(screen.getAllByRole("button", { name: m.ui_close() }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
});

test("import: an import that failed in the background shows file and reason, and another file can be chosen", async () => {
  server.use(
    http.get(`/contacts/imports/${ID}`, () => HttpResponse.json(view({ status: "failed", error: "ERR_IMPORT_EMPTY" }))),
  );
  await render(ID);
  const words = m.contacts_import_failed({ name: "clientes.xlsx", reason: errorMessage("ERR_IMPORT_EMPTY") });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(await button(m.contacts_import_choose())).toBeEnabled();
});

test("import: a failed last import is not shown when the dialog is opened again", async () => {
  latest = view({ status: "failed", error: "ERR_IMPORT_EMPTY" });
  await render();
  await button(m.contacts_import_choose());
  expect(screen.queryByText(/clientes\.xlsx/)).not.toBeInTheDocument();
});

test("import: choosing another file deletes the last import on the server", async () => {
  latest = view();
  answers("delete", `/contacts/imports/${ID}`, view());
  const { user } = await render();
  await user.click(await button(m.contacts_import_other_file()));
  await button(m.contacts_import_choose());
  expect(calls.map(({ call }) => call)).toEqual([`DELETE /contacts/imports/${ID}`]);
});
