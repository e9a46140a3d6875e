import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { IconButton } from "./icon-button.tsx";

const icon = <svg aria-hidden="true" />;

test("an icon button is found by its label and pressed by mouse and keyboard", async () => {
  const onClick = vi.fn();
  const { user } = renderPart(<IconButton label="Excluir fila" icon={icon} onClick={onClick} />);
  const button = screen.getByRole("button", { name: "Excluir fila" });
  await user.click(button);
  button.focus();
  await user.keyboard("{Enter}");
  expect(onClick).toHaveBeenCalledTimes(2);
});

test("a toggle icon button says whether it is on", () => {
  const { rerender } = renderPart(<IconButton label="Filtrar" icon={icon} pressed={false} />);
  expect(screen.getByRole("button", { pressed: false })).toBeInTheDocument();
  rerender(<IconButton label="Filtrar" icon={icon} pressed />);
  expect(screen.getByRole("button", { pressed: true })).toBeInTheDocument();
});

test("an icon button inside a form does not submit the form", async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const { user } = renderPart(
    <form onSubmit={onSubmit}>
      <IconButton label="Limpar" icon={icon} />
    </form>,
  );
  await user.click(screen.getByRole("button", { name: "Limpar" }));
  expect(onSubmit).not.toHaveBeenCalled();
});
