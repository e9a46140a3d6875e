import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { nextTurn } from "../../../contracts/testing/event-loop.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { ConfirmDialog, Dialog } from "./dialog.tsx";
import { leaveFor } from "./system-back.ts";
import { useSystemBack } from "./use-system-back.ts";

let history: ReturnType<typeof createBrowserHistory>;
let router: ReturnType<typeof createRouter>;
/** How many traversals of the history were asked for. */
let traversals = 0;
const { go, back: goBack, forward } = History.prototype;
const native = { go, back: goBack, forward };
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  // No spies: the tests spy on the methods of the window.
  for (const way of ["go", "back", "forward"] as const) {
    History.prototype[way] = function (this: History, by?: number) {
      traversals += 1;
      native[way].call(this, by);
    };
  }
});
afterAll(() => {
  Object.assign(History.prototype, native);
  vi.useRealTimers();
});
afterEach(async () => {
  cleanup();
  await quiet();
  history.destroy();
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
});

/** Longer than any timer of system-back.ts. */
const LONGEST_MS = 10_001;
/** Longer than the time after which a layer that is still open counts as open, and an entry of a closed one is removed. */
const STAYED_MS = 600;

/** Waits until the entries of closed layers are gone, and no timer leads to another traversal. */
async function quiet(): Promise<void> {
  for (let seen = -1; seen !== traversals; ) {
    seen = traversals;
    await vi.advanceTimersByTimeAsync(STAYED_MS);
    // jsdom traverses in the second turn of the event loop.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  }
}
const isOpen = (title: string) => screen.queryByRole("dialog", { name: title }) !== null;
const opened = (title: string) => screen.findByRole("dialog", { name: title });
const closed = (title: string) => waitFor(() => expect(isOpen(title)).toBe(false));
const press = async (name: string) => (await screen.findByRole("button", { name, hidden: true })).click();

/** Renders the element at /contacts, one page after /tickets, in the browser history. */
async function renderAtContacts(part: React.ReactNode) {
  await quiet();
  window.history.replaceState({}, "", "/tickets");
  history = createBrowserHistory();
  const root = createRootRoute({ component: Outlet });
  const everywhere = createRoute({ getParentRoute: () => root, path: "$", component: () => part });
  router = createRouter({ routeTree: root.addChildren([everywhere]), history });
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

/** A page with a dialog that has a second one inside, and a button that opens a page. */
function Nested() {
  const [open, setOpen] = useState(false);
  const [isInner, setInner] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Nova fila">
        <button type="button" onClick={() => setInner(true)}>
          Horários
        </button>
        <button
          type="button"
          onClick={() => {
            setOpen(false);
            void router.navigate({ to: "/queues" });
          }}
        >
          Salvar
        </button>
        <Dialog open={isInner} onClose={() => setInner(false)} title="Horários da fila">
          <button
            type="button"
            onClick={() => {
              setInner(false);
              setOpen(false);
              void router.navigate({ to: "/queues" });
            }}
          >
            Salvar os dois
          </button>
        </Dialog>
      </Dialog>
    </>
  );
}
const back = () => window.history.back();

test("a browser that takes two seconds to go back is asked once, and closes no layer that opened meanwhile", async () => {
  await renderAtContacts(<Nested />);
  const go = window.history.go.bind(window.history);
  const slow = vi.spyOn(window.history, "go").mockImplementation((by) => void setTimeout(() => go(by), 2_000));
  onTestFinished(() => slow.mockRestore());
  await press("Abrir");
  await opened("Nova fila");
  await press(m.ui_close());
  await closed("Nova fila");
  await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(1));
  await press("Abrir");
  await opened("Nova fila");
  await vi.advanceTimersByTimeAsync(4_500);
  await quiet();
  expect([isOpen("Nova fila"), slow.mock.calls.length, window.location.pathname]).toEqual([true, 1, "/contacts"]);
  window.history.back();
  await closed("Nova fila");
  expect(window.location.pathname).toBe("/contacts");
});

test("back: closes one layer at a time, and the page stays", async () => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await opened("Nova fila");
  await press("Horários");
  await opened("Horários da fila");
  back();
  await closed("Horários da fila");
  expect(isOpen("Nova fila")).toBe(true);
  expect(location.pathname).toBe("/contacts");
  back();
  await closed("Nova fila");
  await quiet();
  expect(location.pathname).toBe("/contacts");
  back();
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets"));
});

test("back: twice in a row closes two layers", async () => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await press("Horários");
  await opened("Horários da fila");
  back();
  back();
  await closed("Nova fila");
  await quiet();
  expect(router.state.location.pathname).toBe("/contacts");
});

test.each(["button", "Escape"])("back: after a layer closed by %s leads to the page before", async (way) => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await opened("Nova fila");
  if (way === "button") await press(m.ui_close());
  else window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
  await closed("Nova fila");
  await quiet();
  back();
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets"));
});

test("back: at once after a layer closed by a button leads to the page before", async () => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await opened("Nova fila");
  await press(m.ui_close());
  back();
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets"));
});

test("forward: opens no layer again and leaves the page where it is", async () => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await opened("Nova fila");
  back();
  await closed("Nova fila");
  window.history.forward();
  await quiet();
  expect(isOpen("Nova fila")).toBe(false);
  expect(router.state.location.pathname).toBe("/contacts");
  back();
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets"));
});

test.each([
  ["a layer", ["Salvar"]],
  ["two layers", ["Horários", "Salvar os dois"]],
])("back: leads from a page opened by %s to the page below, without an entry between", async (_name, buttons) => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  for (const button of buttons) {
    await quiet();
    await press(button);
  }
  await waitFor(() => expect(router.state.location.pathname).toBe("/queues"));
  await quiet();
  expect(location.pathname).toBe("/queues");
  back();
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  back();
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets"));
});

test("back: an address that a layer changed stays", async () => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await opened("Nova fila");
  await quiet();
  await router.navigate({ to: "/contacts", hash: "vip", replace: true });
  await quiet();
  expect(location.hash).toBe("#vip");
  back();
  await closed("Nova fila");
  expect(location.hash).toBe("#vip");
  await quiet();
  back();
  await waitFor(() => expect(router.state.location.pathname).toBe("/tickets"));
});

test("back: a layer that goes back one step inside keeps its entry", async () => {
  const steps = vi.fn();
  function Wizard() {
    const [step, setStep] = useState(2);
    useSystemBack(step > 0, () => {
      steps(step);
      setStep(step - 1);
    });
    return <p>Passo {step}</p>;
  }
  await renderAtContacts(<Wizard />);
  await screen.findByText("Passo 2");
  back();
  await screen.findByText("Passo 1");
  await vi.advanceTimersByTimeAsync(STAYED_MS);
  back();
  await screen.findByText("Passo 0");
  await quiet();
  expect(steps.mock.calls).toEqual([[2], [1]]);
  expect(location.pathname).toBe("/contacts");
});

test("back: closes the question above a dialog, and not the dialog", async () => {
  const onClose = vi.fn();
  await renderAtContacts(
    <Dialog open onClose={onClose} title="Nova fila">
      <Asking />
    </Dialog>,
  );
  await press("Excluir a fila");
  await screen.findByRole("alertdialog");
  back();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  await quiet();
  expect(location.pathname).toBe("/contacts");
  expect(onClose).not.toHaveBeenCalled();
});

test("the browser's request to close: one watcher, for the topmost layer", async () => {
  const watchers: { onclose: (() => void) | null; isDestroyed: boolean }[] = [];
  vi.stubGlobal(
    "CloseWatcher",
    class {
      onclose: (() => void) | null = null;
      isDestroyed = false;
      constructor() {
        watchers.push(this);
      }
      destroy() {
        this.isDestroyed = true;
      }
    },
  );
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await opened("Nova fila");
  await press("Horários");
  await opened("Horários da fila");
  expect(watchers.filter(({ isDestroyed }) => !isDestroyed)).toHaveLength(1);
  watchers.at(-1)?.onclose?.();
  await closed("Horários da fila");
  expect(isOpen("Nova fila")).toBe(true);
  watchers.at(-1)?.onclose?.();
  await closed("Nova fila");
  await quiet();
  expect(router.state.location.pathname).toBe("/contacts");
  expect(window.history.state.layers).toBeUndefined();
  vi.unstubAllGlobals();
});

test("an address of another application opens after the entries of layers have gone, and nothing leads back from it", async () => {
  await renderAtContacts(<Nested />);
  await press("Abrir");
  await opened("Nova fila");
  await quiet();
  expect(window.history.state.layers).toBe(1);
  const assigned: unknown[] = [];
  const assign = (address: string) => assigned.push([address, window.history.state.layers ?? 0]);
  await leaveFor("https://login.example/", assign);
  expect(assigned).toEqual([["https://login.example/", 0]]);
  // This page stays, and its layers get entries again.
  await waitFor(() => expect(window.history.state.layers).toBe(1));
});

test.each(["before", "after"])(
  "no entry of a layer is removed that closes %s the browser loads another document",
  async (when) => {
    const unload = () => window.dispatchEvent(new Event("beforeunload"));
    await renderAtContacts(<Nested />);
    await press("Abrir");
    await opened("Nova fila");
    await quiet();
    const go = vi.spyOn(window.history, "go");
    onTestFinished(() => go.mockRestore());
    if (when === "after") unload();
    const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    await act(async () => void screen.getByRole("dialog").dispatchEvent(key));
    // Within the time in which another layer could still reuse the entry.
    if (when === "before") unload();
    await closed("Nova fila");
    await quiet();
    expect(go).not.toHaveBeenCalled();
  },
);
