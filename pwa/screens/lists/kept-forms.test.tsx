import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { formDrafts } from "../../session/form-drafts.ts";
import { removeStoredSession } from "../../session/session-keys.ts";
import { renderScreen } from "../../testing/render.tsx";
import { PasswordField, TextField } from "../../ui/fields/text-field.tsx";
import { FormDialog, useForm } from "./index.ts";

type Values = { name: string; password: string; file: { blob: Blob | null } };
const save = vi.fn(async (_values: Values) => {});

function Person({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm<Values>({
    start: { name: "", password: "", file: { blob: null } },
    keep: `person:${id}`,
    secret: ["password"],
    save,
  });
  return (
    <FormDialog title={id} form={form} saved={null} onClose={onClose}>
      <TextField label="Nome" {...form.text("name")} />
      <PasswordField label="Senha" {...form.text("password")} />
      <button type="button" onClick={() => form.set({ file: { blob: new File(["x"], "vaso.png") } })}>
        Foto
      </button>
      <p>{form.values.file.blob ? "com foto" : "sem foto"}</p>
    </FormDialog>
  );
}

function Screen() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      {["Ana", "Bia"].map((id) => (
        <button key={id} type="button" onClick={() => setOpen(id)}>
          {id}
        </button>
      ))}
      {open && <Person id={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const name = () => screen.findByLabelText("Nome");
async function openWith(text: string, signedIn: { id?: string; companyId?: string } = {}) {
  const rendered = await renderScreen(<Screen />, { signedIn });
  await rendered.user.click(await screen.findByRole("button", { name: "Ana" }));
  if (text) await rendered.user.type(await name(), text);
  return rendered;
}
/** Drops the files from the memory, as a reload does. */
function forgetFiles(form: string) {
  const stored = { ...localStorage };
  localStorage.clear();
  formDrafts.read(form);
  for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text);
}
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
type User = Awaited<ReturnType<typeof openWith>>["user"];
const ways: Record<string, (user: User) => Promise<void> | void> = {
  Escape: (user) => user.keyboard("{Escape}"),
  close: (user) => user.click(screen.getByRole("button", { name: m.ui_close() })),
  back: () => window.history.back(),
};

test.each(Object.entries(ways))("a form left by %s is there when its dialog opens again", async (_way, leave) => {
  const { user } = await openWith("Maria");
  await leave(user);
  await closed();
  await user.click(await screen.findByRole("button", { name: "Bia" }));
  expect(await name()).toHaveValue("");
  await user.keyboard("{Escape}");
  await closed();
  await user.click(await screen.findByRole("button", { name: "Ana" }));
  expect(await name()).toHaveValue("Maria");
  expect(screen.getByText(`${m.ui_draft_restored()} ${m.ui_draft_no_secrets()}`)).toBeInTheDocument();
});

test("a kept form never has a password, and a chosen file stays while the page does", async () => {
  const { user } = await openWith("Maria");
  await user.type(screen.getByLabelText("Senha"), "Segredo-longo-7");
  await user.click(screen.getByRole("button", { name: "Foto" }));
  expect(JSON.stringify({ ...localStorage })).not.toContain("Segredo");
  await user.keyboard("{Escape}");
  await closed();
  await user.click(await screen.findByRole("button", { name: "Ana" }));
  expect(await name()).toHaveValue("Maria");
  expect(screen.getByLabelText("Senha")).toHaveValue("");
  expect(screen.getByText("com foto")).toBeInTheDocument();
});

test("a chosen file that a reload has lost is named until it is chosen again or the form is cleared", async () => {
  const signedIn = { id: uuidv7(), companyId: uuidv7() };
  const first = await openWith("", signedIn);
  await first.user.click(screen.getByRole("button", { name: "Foto" }));
  first.unmount();
  forgetFiles("person:Ana");
  const lost = () => screen.queryByText(m.ui_draft_file_lost({ name: "vaso.png" }), { exact: false });
  const { user } = await openWith("Maria", signedIn);
  expect(lost()).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await closed();
  await user.click(await screen.findByRole("button", { name: "Ana" }));
  expect(lost()).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Foto" }));
  expect(lost()).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.ui_clear() }));
  await user.keyboard("{Escape}");
  await closed();
  await user.click(await screen.findByRole("button", { name: "Ana" }));
  expect(lost()).not.toBeInTheDocument();
});

test("only Cancelar and Limpar discard a form, and Desfazer brings it back", async () => {
  const { user } = await openWith("Maria");
  await user.click(screen.getByRole("button", { name: m.ui_cancel() }));
  await closed();
  expect(JSON.stringify({ ...localStorage })).not.toContain("Maria");
  await user.click(await screen.findByRole("button", { name: m.ui_undo() }));
  await user.click(await screen.findByRole("button", { name: "Ana" }));
  expect(await name()).toHaveValue("Maria");
  await user.click(screen.getByRole("button", { name: m.ui_clear() }));
  expect(await name()).toHaveValue("");
});

test("a saved form leaves no draft, and the end of the session removes all", async () => {
  const { user } = await openWith("Maria");
  expect(JSON.stringify({ ...localStorage })).toContain("Maria");
  await user.keyboard("{Enter}");
  await closed();
  expect(save).toHaveBeenCalledOnce();
  expect(JSON.stringify({ ...localStorage })).not.toContain("Maria");
  await user.click(await screen.findByRole("button", { name: "Ana" }));
  await user.type(await name(), "Outra");
  removeStoredSession(localStorage);
  expect(JSON.stringify({ ...localStorage })).not.toContain("Outra");
});
