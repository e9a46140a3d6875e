import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { ConfirmDialog, Dialog } from "./dialog.tsx";

test("a dialog has its title as its name, takes the focus, and Escape closes it", async () => {
  const onClose = vi.fn();
  const { user } = renderPart(
    <Dialog open onClose={onClose} title="Nova fila">
      <input aria-label="Nome" />
    </Dialog>,
  );
  const dialog = await screen.findByRole("dialog", { name: "Nova fila" });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a closed dialog draws nothing", () => {
  renderPart(
    <Dialog open={false} onClose={vi.fn()} title="Nova fila">
      <p>conteúdo</p>
    </Dialog>,
  );
  expect(screen.queryByText("conteúdo")).not.toBeInTheDocument();
});

test("a delete question has the focus on Cancel, so that Enter deletes nothing", async () => {
  const onClose = vi.fn();
  const onConfirm = vi.fn();
  const { user } = renderPart(
    <ConfirmDialog open onClose={onClose} onConfirm={onConfirm} title="Excluir a fila?" confirmLabel="Excluir">
      Não dá para desfazer.
    </ConfirmDialog>,
  );
  expect(await screen.findByRole("alertdialog", { name: "Excluir a fila?" })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: m.ui_cancel() })).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onConfirm).not.toHaveBeenCalled();
});

test("a busy question cannot be confirmed a second time", async () => {
  const onConfirm = vi.fn();
  const { user } = renderPart(
    <ConfirmDialog
      open
      onClose={vi.fn()}
      onConfirm={onConfirm}
      title="Excluir?"
      confirmLabel="Excluir"
      busy="Excluindo…"
    >
      Não dá para desfazer.
    </ConfirmDialog>,
  );
  await user.click(await screen.findByRole("button", { name: "Excluindo…" }));
  expect(onConfirm).not.toHaveBeenCalled();
});
