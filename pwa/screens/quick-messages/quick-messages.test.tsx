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

test("shortcut and text are required, and each says so at its field", async () => {
  const { user } = await renderScreen(<QuickMessageDialog message={null} onClose={vi.fn()} />);
  const shortcode = await field(m.quick_messages_shortcode());
  await user.click(saveButton());
  expect(shortcode).toHaveAccessibleDescription("Obrigatório");
  expect(await field(m.quick_messages_message())).toHaveAccessibleDescription("Obrigatório");
  await waitFor(() => expect(shortcode).toHaveFocus());
});

test("a variable is written at the end of the text, and the preview fills it in", async () => {
  const { user } = await renderScreen(<QuickMessageDialog message={null} onClose={vi.fn()} />);
  await user.type(await field(m.quick_messages_message()), "Oi ");
  await user.click(screen.getByRole("button", { name: "{{firstName}}" }));
  expect(await field(m.quick_messages_message())).toHaveValue("Oi {{firstName}}");
  expect(await screen.findByText("Oi Helena")).toBeInTheDocument();
});

test("a picture can be attached only once there is a text, locks the text, and can be removed again", async () => {
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

test("another kind of file is refused with the kinds that are taken", async () => {
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

test("an agent is not offered to make a quick reply general", async () => {
  const part = <QuickMessageDialog message={null} onClose={vi.fn()} />;
  await renderScreen(part, { signedIn: { profile: "user" } });
  await field(m.quick_messages_shortcode());
  expect(screen.queryByText(m.quick_messages_general_label())).not.toBeInTheDocument();
});
