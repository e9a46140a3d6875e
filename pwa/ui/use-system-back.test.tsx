import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { m } from "../i18n/paraglide/messages.js";
import { renderPart } from "../testing/render.tsx";
import { ConfirmDialog, Dialog } from "./dialog.tsx";

let history: ReturnType<typeof createBrowserHistory>;
afterEach(() => history.destroy());

/** Renders the element at /contacts, one page after /tickets, in the browser history. */
async function renderAtContacts(part: React.ReactNode) {
  window.history.replaceState({}, "", "/tickets");
  history = createBrowserHistory();
  const root = createRootRoute({ component: Outlet });
  const everywhere = createRoute({ getParentRoute: () => root, path: "$", component: () => part });
  const router = createRouter({ routeTree: root.addChildren([everywhere]), history });
  renderPart(<RouterProvider router={router} />);
  await router.navigate({ to: "/contacts" });
}
function Asking() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Excluir a fila
      </button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={vi.fn()}
        title="Excluir?"
        confirmLabel="Excluir"
      >
        Não dá para desfazer.
      </ConfirmDialog>
    </>
  );
}
const settled = () => waitFor(() => expect(location.pathname).toBe("/contacts"));

test("system back: closes an unchanged dialog, and the page stays", async () => {
  const onClose = vi.fn();
  await renderAtContacts(
    <Dialog open onClose={onClose} title="Nova fila">
      <input aria-label="Nome" />
    </Dialog>,
  );
  await screen.findByRole("dialog");
  window.history.back();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  await settled();
});

test("system back: asks in a changed dialog, and nothing typed is lost", async () => {
  const onClose = vi.fn();
  await renderAtContacts(
    <Dialog open dirty onClose={onClose} title="Nova fila">
      <input aria-label="Nome" />
    </Dialog>,
  );
  await screen.findByRole("dialog");
  window.history.back();
  expect(await screen.findByText(m.ui_unsaved())).toBeInTheDocument();
  await settled();
  expect(onClose).not.toHaveBeenCalled();
});

test("system back: closes the question above a dialog, and not the dialog", async () => {
  const onClose = vi.fn();
  await renderAtContacts(
    <Dialog open onClose={onClose} title="Nova fila">
      <Asking />
    </Dialog>,
  );
  (await screen.findByRole("button", { name: "Excluir a fila" })).click();
  await screen.findByRole("alertdialog");
  window.history.back();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  await settled();
  expect(onClose).not.toHaveBeenCalled();
});
