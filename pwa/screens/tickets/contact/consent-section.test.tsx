import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { ConsentEntryWire } from "../../../../contracts/desk/consent.ts";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { ConsentSection } from "./consent-section.tsx";

const saved = vi.hoisted(() => vi.fn());
vi.mock("../../../ui/save-blob.ts", () => ({ saveBlob: saved }));

let desk: GivenDesk;
let contact: ContactDocument;
let entries: ConsentEntryWire[];
let posted: unknown[];
beforeEach(() => {
  desk = givenDesk();
  contact = desk.contact({ name: "Helena Sampaio" });
  entries = [];
  posted = [];
  server.use(
    http.get(`/contacts/${contact.id}/consent`, () => HttpResponse.json({ optedOutAt: null, entries })),
    http.post(`/contacts/${contact.id}/consent`, async ({ request }) => {
      posted.push(await request.json());
      return HttpResponse.json({ optedOutAt: null, entries });
    }),
    http.get(`/contacts/${contact.id}/consent/export`, () => HttpResponse.text("a;b\r\n")),
  );
});

const render = (change: Partial<ContactDocument> = {}) =>
  renderScreen(<ConsentSection contact={{ ...contact, ...change }} />, { replication: desk.replication });

test("consent: a contact is opted out only with a reason, which is sent", async () => {
  const { user } = await render();
  expect(await screen.findByText(m.consent_in())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.consent_set() }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: m.consent_set() }));
  expect(await dialog.findByText(m.consent_reason_needed())).toBeInTheDocument();
  expect(posted).toEqual([]);
  await user.type(dialog.getByRole("textbox", { name: m.consent_reason() }), " Pediu por telefone ");
  await user.click(dialog.getByRole("button", { name: m.consent_set() }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(posted).toEqual([{ state: "out", reason: "Pediu por telefone" }]);
});

test("consent: an opted-out contact shows the day, and the opt-out is lifted with a reason", async () => {
  const { user } = await render({ optedOutAt: "2020-11-02T15:00:00.000Z" });
  expect(await screen.findByText(m.consent_out({ date: "02/11/20" }))).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.consent_lift() }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.type(dialog.getByRole("textbox", { name: m.consent_reason() }), "Quer voltar");
  await user.click(dialog.getByRole("button", { name: m.consent_lift() }));
  await waitFor(() => expect(posted).toEqual([{ state: "in", reason: "Quer voltar" }]));
});

test("consent: a document from before opt-outs existed shows that the contact receives campaigns", async () => {
  await render({ optedOutAt: undefined });
  expect(await screen.findByText(m.consent_in())).toBeInTheDocument();
});

test("consent: the ledger shows the person's words and the user's reason, and is exported", async () => {
  const base = { userName: null, campaignName: null, at: "2026-11-02T15:00:00.000Z", wording: "", reason: "" };
  entries = [
    { ...base, id: "b", state: "in", source: "user", userName: "Bia", reason: "Quer voltar" },
    { ...base, id: "a", state: "out", source: "message", wording: "SAIR", campaignName: "Primavera" },
  ];
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.consent_history() }));
  expect(await screen.findByText("Bia · Quer voltar")).toBeInTheDocument();
  expect(await screen.findByText("“SAIR” · Campanha Primavera")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.consent_export() }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), "consentimento.csv"));
});

test("consent: a contact without changes has an empty ledger and nothing to export", async () => {
  const { user } = await render();
  await user.click(await screen.findByRole("button", { name: m.consent_history() }));
  expect(await screen.findByText(m.consent_history_none())).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.consent_export() })).not.toBeInTheDocument();
});
