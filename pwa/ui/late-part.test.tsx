import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";

let arrive: () => void;

/** Imports the parts as on a page whose later code has not arrived; `arrive` lets it arrive. */
async function givenPageAtItsStart() {
  vi.resetModules();
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  for (const file of ["./layers/headless-menu.tsx", "./layers/headless-popover.tsx", "./toasts/toasts.tsx"])
    vi.doMock(file, async (original) => {
      await arrival;
      return original();
    });
  const [{ Button }, { Menu, MenuItem }, { Popover }, { toast, Toaster }] = await Promise.all([
    import("./button.tsx"),
    import("./layers/menu.tsx"),
    import("./layers/popover.tsx"),
    import("./toasts/toast.tsx"),
  ]);
  return { Button, Menu, MenuItem, Popover, toast, Toaster };
}
type Page = Awaited<ReturnType<typeof givenPageAtItsStart>>;
let page: Page;
beforeEach(async () => {
  page = await givenPageAtItsStart();
});

function renderMenu(onEdit = vi.fn()) {
  const { Button, Menu, MenuItem } = page;
  const rendered = renderPart(
    <Menu button={<Button>Ações</Button>}>
      <MenuItem onSelect={onEdit}>Editar</MenuItem>
      <MenuItem onSelect={vi.fn()}>Mover</MenuItem>
    </Menu>,
  );
  return { ...rendered, onEdit };
}
const button = () => screen.getByRole("button", { name: "Ações" });

test("late menu: the first click is not lost, and its button says what it opens before", async () => {
  const { user, onEdit } = renderMenu();
  expect(button()).toHaveAttribute("aria-haspopup", "menu");
  expect(button()).toHaveAttribute("aria-expanded", "false");
  await user.click(button());
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  arrive();
  await user.click(await screen.findByRole("menuitem", { name: "Editar" }));
  expect(onEdit).toHaveBeenCalledOnce();
});

test.each([
  ["{Enter}", "Editar"],
  [" ", "Editar"],
  ["{ArrowDown}", "Editar"],
  ["{ArrowUp}", "Mover"],
])("late menu: the key %j opens it at %s, and Escape returns the focus", async (key, item) => {
  const { user } = renderMenu();
  button().focus();
  await user.keyboard(key);
  arrive();
  await waitFor(() => expect(screen.getByRole("menuitem", { name: item })).toHaveAttribute("data-focus"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(button()).toHaveFocus());
});

test("late menu: code that arrives without a press leaves the button and its focus alone", async () => {
  renderMenu();
  const before = button();
  before.focus();
  arrive();
  await import("./layers/headless-menu.tsx");
  expect(button()).toBe(before);
  expect(before).toHaveFocus();
});

test("late popover: the first click opens it with the focus inside", async () => {
  const { Button, Popover } = page;
  const { user } = renderPart(
    <Popover label="Filas" button={<Button>Ações</Button>}>
      <Button>Aplicar</Button>
    </Popover>,
  );
  await user.click(button());
  arrive();
  await waitFor(() => expect(screen.getByRole("button", { name: "Aplicar" })).toHaveFocus());
  expect(button()).toHaveAttribute("aria-expanded", "true");
});

test("late toasts: the newest toast from before is shown when the code arrives, a dismissed one is not", async () => {
  const { toast, Toaster } = page;
  renderPart(<Toaster />);
  toast.success("Primeiro");
  toast.success("Segundo");
  arrive();
  expect(await screen.findByText("Segundo")).toBeInTheDocument();
  expect(screen.queryByText("Primeiro")).not.toBeInTheDocument();
});
