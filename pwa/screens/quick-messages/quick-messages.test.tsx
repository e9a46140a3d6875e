import { screen, waitFor } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { expect, test, vi } from "vitest";
import type { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { field, saveButton } from "../../testing/dialog.ts";
import { renderScreen } from "../../testing/render.tsx";
import { QuickMessageDialog } from "./quick-message-dialog.tsx";

const png = (name = "caneca.png") => new File([new Uint8Array([137, 80, 78, 71])], name, { type: "image/png" });
const pictureInput = () => document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;

function _givenQuickMessage(replication: ReturnType<typeof createFakeServer>, change: Record<string, unknown> = {}) {
  const message = {
    id: uuidv7(),
    shortcode: "pix",
    message: "Nossa chave é pix@olaria.example.",
    isGeneral: true,
    userId: null,
    fileId: null,
    fileName: null,
    ...change,
  };
  replication.put("quickMessages", message);
  return message;
}

test("quick message dialog: shortcut and text are required, each reported at its field", async () => {
  const { user } = await renderScreen(<QuickMessageDialog message={null} onClose={vi.fn()} />);
  const shortcode = await field(m.quick_messages_shortcode());
  await user.click(saveButton());
  expect(shortcode).toHaveAccessibleDescription("Obrigatório");
  expect(await field(m.quick_messages_message())).toHaveAccessibleDescription("Obrigatório");
  await waitFor(() => expect(shortcode).toHaveFocus());
});

test("quick message dialog: a variable is appended to the text, and the preview fills it in", async () => {
  const { user } = await renderScreen(<QuickMessageDialog message={null} onClose={vi.fn()} />);
  await user.type(await field(m.quick_messages_message()), "Oi ");
  await user.click(screen.getByRole("button", { name: "{{firstName}}" }));
  expect(await field(m.quick_messages_message())).toHaveValue("Oi {{firstName}}");
  expect(await screen.findByText("Oi Helena")).toBeInTheDocument();
});

test("quick message dialog: a picture needs a text, locks it, and can be removed", async () => {
  const { user } = await renderScreen(<QuickMessageDialog message={null} onClose={vi.fn()} />);
  const text = await field(m.quick_messages_message());
  expect(screen.getByRole("button", { name: m.quick_messages_picture_choose() })).toBeDisabled();
  await user.type(text, "Veja a caneca.");
  await user.upload(pictureInput(), png());
  expect(await screen.findByText("caneca.png")).toBeInTheDocument();
  expect(text).toBeDisabled();
  expect(text).toHaveAccessibleDescription(m.quick_messages_message_locked());
  await user.click(screen.getByRole("button", { name: m.quick_messages_picture_remove() }));
  expect(text).toBeEnabled();
  expect(text).toHaveValue("Veja a caneca.");
});

test("quick message dialog: another file type is refused with the accepted types", async () => {
  const { user } = await renderScreen(<QuickMessageDialog message={null} onClose={vi.fn()} />);
  await user.type(await field(m.quick_messages_message()), "Veja.");
  const alert = screen.getByText(m.quick_messages_picture_types());
  expect(alert).not.toHaveClass("text-danger-ink");
  const pdf = new File(["%PDF"], "tabela.pdf", { type: "application/pdf" });
  Object.defineProperty(pictureInput(), "files", { configurable: true, value: [pdf] });
  pictureInput().dispatchEvent(new Event("change", { bubbles: true }));
  await waitFor(() => expect(alert).toHaveClass("text-danger-ink"));
  expect(screen.queryByText("tabela.pdf")).not.toBeInTheDocument();
});

test("quick message dialog: an agent cannot make a quick reply general", async () => {
  const part = <QuickMessageDialog message={null} onClose={vi.fn()} />;
  await renderScreen(part, { signedIn: { profile: "user" } });
  await field(m.quick_messages_shortcode());
  expect(screen.queryByText(m.quick_messages_general_label())).not.toBeInTheDocument();
});
