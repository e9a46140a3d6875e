import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { Button } from "../button.tsx";
import { Popover } from "./popover.tsx";

const openButton = () => screen.getByRole("button", { name: "Período" });

function renderPopover(onApply = vi.fn()) {
  return renderPart(
    <Popover button={<Button>Período</Button>} label="Escolher o período">
      {(close) => (
        <Button
          onClick={() => {
            onApply();
            close();
          }}
        >
          Aplicar
        </Button>
      )}
    </Popover>,
  );
}

test("a popover's button says whether it is open, and the focus moves inside", async () => {
  const { user } = renderPopover();
  expect(openButton()).toHaveAttribute("aria-expanded", "false");
  await user.click(openButton());
  expect(await screen.findByLabelText("Escolher o período")).toBeInTheDocument();
  expect(openButton()).toHaveAttribute("aria-expanded", "true");
  await waitFor(() => expect(screen.getByRole("button", { name: "Aplicar" })).toHaveFocus());
});

test("a popover's content can close it, and the focus returns to its button", async () => {
  const onApply = vi.fn();
  const { user } = renderPopover(onApply);
  await user.click(openButton());
  await user.click(await screen.findByRole("button", { name: "Aplicar" }));
  expect(onApply).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByLabelText("Escolher o período")).not.toBeInTheDocument());
  expect(openButton()).toHaveFocus();
});

test.each([
  ["Escape", "{Escape}"],
  ["a second press of its button", null],
])("%s closes a popover", async (_name, key) => {
  const { user } = renderPopover();
  await user.click(openButton());
  await screen.findByRole("button", { name: "Aplicar" });
  if (key) await user.keyboard(key);
  else await user.click(openButton());
  await waitFor(() => expect(screen.queryByLabelText("Escolher o período")).not.toBeInTheDocument());
});
