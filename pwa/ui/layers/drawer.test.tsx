import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { Button } from "../button.tsx";
import { Drawer } from "./drawer.tsx";

function WithDrawer({ asPane }: { asPane: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Dados do contato</Button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Helena Sampaio" asPane={asPane}>
        <a href="/contacts">Ver contato</a>
      </Drawer>
    </>
  );
}
const openButton = () => screen.getByRole("button", { name: "Dados do contato" });

test("a drawer above the page is a dialog with its title as its name, and takes the focus", async () => {
  const { user } = renderPart(<WithDrawer asPane={false} />);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.click(openButton());
  const dialog = await screen.findByRole("dialog", { name: "Helena Sampaio" });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
});

test("Escape closes a drawer above the page and returns the focus to its button", async () => {
  const { user } = renderPart(<WithDrawer asPane={false} />);
  await user.click(openButton());
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(openButton()).toHaveFocus());
});

test("a drawer beside the page leaves the focus where it is and the page usable", async () => {
  const { user } = renderPart(<WithDrawer asPane />);
  await user.click(openButton());
  expect(screen.getByRole("complementary", { name: "Helena Sampaio" })).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(openButton()).toHaveFocus();
});

test.each([true, false])("a drawer closes by its button (beside the page: %s)", async (asPane) => {
  const { user } = renderPart(<WithDrawer asPane={asPane} />);
  await user.click(openButton());
  await user.click(await screen.findByRole("button", { name: m.ui_close() }));
  await waitFor(() => expect(screen.queryByText("Ver contato")).not.toBeInTheDocument());
});
