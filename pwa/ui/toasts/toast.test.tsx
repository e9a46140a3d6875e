import { screen, waitFor } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { Toaster, toast } from "./toast.tsx";

const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
afterEach(() => void toast.dismiss());

test("toast: a success has the role status, a failure the role alert", async () => {
  renderPart(<Toaster />);
  act(() => void toast.success("Fila salva"));
  expect(await screen.findByRole("status")).toHaveTextContent("Fila salva");
  act(() => void toast.error("A fila não foi salva"));
  expect(await screen.findByRole("alert")).toHaveTextContent("A fila não foi salva");
});

test("toast: a newer one replaces the older one and its action", async () => {
  const undo = { label: "Desfazer", onSelect: vi.fn() };
  renderPart(<Toaster />);
  act(() => void toast.success("Atendimento resolvido", { action: undo }));
  expect(await screen.findByRole("button", { name: "Desfazer" })).toBeInTheDocument();
  act(() => void toast.success("Contato salvo"));
  expect(await screen.findByText("Contato salvo")).toBeInTheDocument();
  await gone("Atendimento resolvido");
  expect(screen.queryByRole("button", { name: "Desfazer" })).not.toBeInTheDocument();
});

test("toast: its action runs once and closes it", async () => {
  const onSelect = vi.fn();
  const { user } = renderPart(<Toaster />);
  act(() => void toast.success("Atendimento resolvido", { action: { label: "Desfazer", onSelect } }));
  await user.click(await screen.findByRole("button", { name: "Desfazer" }));
  expect(onSelect).toHaveBeenCalledOnce();
  await gone("Atendimento resolvido");
});

test("toast: the region of toasts has a name for screen readers", () => {
  renderPart(<Toaster />);
  expect(screen.getByRole("region", { name: /Notificações/ })).toBeInTheDocument();
});
