import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { Button } from "../button.tsx";
import { BottomSheet } from "./bottom-sheet.tsx";

test("a bottom sheet has its title as its name, and closes by its button and by Escape", async () => {
  const onClose = vi.fn();
  const { user } = renderPart(
    <BottomSheet open onClose={onClose} title="Helena Sampaio" subtitle="+55 31 95550-0148">
      <p>E-mail</p>
    </BottomSheet>,
  );
  expect(await screen.findByRole("dialog", { name: "Helena Sampaio" })).toHaveTextContent("+55 31 95550-0148");
  await user.click(screen.getByRole("button", { name: m.ui_close() }));
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("a bottom sheet whose foot closes it has no second close button", async () => {
  renderPart(
    <BottomSheet
      open
      onClose={vi.fn()}
      title="Filtros"
      headAction={<Button>Limpar</Button>}
      foot={<Button>Ver 12 contatos</Button>}
    >
      <p>Tags</p>
    </BottomSheet>,
  );
  expect(await screen.findByRole("button", { name: "Ver 12 contatos" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: m.ui_close() })).not.toBeInTheDocument();
});

test("a closed bottom sheet draws nothing", () => {
  renderPart(
    <BottomSheet open={false} onClose={vi.fn()} title="Filtros">
      <p>Tags</p>
    </BottomSheet>,
  );
  expect(screen.queryByText("Tags")).not.toBeInTheDocument();
});
