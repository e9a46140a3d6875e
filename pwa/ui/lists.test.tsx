import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../i18n/paraglide/messages.js";
import { scrollEverythingIntoView } from "../testing/browser-gaps.ts";
import { renderPart } from "../testing/render.tsx";
import { ChoiceFilter } from "./fields/choice-filter.tsx";
import { ErrorState } from "./lists/empty-state.tsx";
import { NearEnd } from "./lists/near-end.tsx";
import { Toaster } from "./toasts/toast.tsx";

test("the end of a list loads more when it becomes visible, and not when the list is empty", () => {
  const onNear = vi.fn();
  const { rerender } = renderPart(<NearEnd count={0} onNear={onNear} />);
  scrollEverythingIntoView();
  expect(onNear).not.toHaveBeenCalled();
  rerender(<NearEnd count={20} onNear={onNear} />);
  scrollEverythingIntoView();
  expect(onNear).toHaveBeenCalledTimes(1);
});

test("a filter shows how many choices are made, adds one and removes one", async () => {
  const onChange = vi.fn();
  const choices = [
    { id: "1", name: "Vendas" },
    { id: "2", name: "Suporte" },
  ];
  const { user } = renderPart(<ChoiceFilter label="Filas" choices={choices} value={["1"]} onChange={onChange} />);
  await user.click(screen.getByRole("button", { name: "Filas: 1" }));
  await user.click(await screen.findByRole("checkbox", { name: "Suporte" }));
  await user.click(screen.getByRole("checkbox", { name: "Vendas" }));
  expect(onChange.mock.calls).toEqual([[["1", "2"]], [[]]]);
});

test("an error state is announced at once, retries by its button and copies a diagnosis", async () => {
  const onRetry = vi.fn();
  const { user } = renderPart(
    <>
      <ErrorState title="Não abriu" code="ERR_INTERNAL" diagnosis={() => "código ERR_INTERNAL"} onRetry={onRetry}>
        Nada se perdeu.
      </ErrorState>
      <Toaster />
    </>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("Nada se perdeu.");
  await user.click(screen.getByRole("button", { name: m.ui_try_again() }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button", { name: m.ui_copy_diagnosis() }));
  expect(await navigator.clipboard.readText()).toBe("código ERR_INTERNAL");
  expect(await screen.findByText(m.ui_diagnosis_copied())).toBeInTheDocument();
});
