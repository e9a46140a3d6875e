import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Button } from "./button.tsx";

test("a button is pressed by a click, Enter and the space bar", async () => {
  const onClick = vi.fn();
  const { user } = renderPart(<Button onClick={onClick}>Salvar</Button>);
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await user.keyboard("{Enter}");
  await user.keyboard(" ");
  expect(onClick).toHaveBeenCalledTimes(3);
});

test("a disabled button cannot be pressed and takes no focus", async () => {
  const onClick = vi.fn();
  const { user } = renderPart(
    <Button disabled onClick={onClick}>
      Salvar
    </Button>,
  );
  const button = screen.getByRole("button");
  await user.click(button);
  await user.tab();
  expect(onClick).not.toHaveBeenCalled();
  expect(button).toBeDisabled();
  expect(button).not.toHaveFocus();
});

test("a busy button says what is in progress, keeps the focus and cannot be pressed again", async () => {
  const onClick = vi.fn();
  const { user, rerender } = renderPart(<Button onClick={onClick}>Salvar</Button>);
  await user.click(screen.getByRole("button"));
  rerender(
    <Button busy="Salvando…" onClick={onClick}>
      Salvar
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Salvando…" });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(button).toHaveAttribute("aria-disabled", "true");
  await user.click(button);
  await user.keyboard("{Enter}");
  expect(onClick).toHaveBeenCalledTimes(1);
});

test("a button inside a form submits it only with the type submit", async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const { user } = renderPart(
    <form onSubmit={onSubmit}>
      <Button>Cancelar</Button>
      <Button type="submit">Salvar</Button>
    </form>,
  );
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test("a busy submit button does not submit the form again", async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const { user } = renderPart(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy="Salvando…">
        Salvar
      </Button>
    </form>,
  );
  await user.click(screen.getByRole("button"));
  expect(onSubmit).not.toHaveBeenCalled();
});
