import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { SwitchRow } from "./switch-row.tsx";
import { Checkbox, Switch } from "./toggles.tsx";

test.each([
  ["switch", Switch],
  ["checkbox", Checkbox],
] as const)("a %s changes by a click on its label and by the space bar", async (role, Toggle) => {
  const onChange = vi.fn();
  const { user } = renderPart(<Toggle label="Ativa" checked={false} onChange={onChange} />);
  await user.click(screen.getByText("Ativa"));
  screen.getByRole(role, { name: "Ativa" }).focus();
  await user.keyboard(" ");
  expect(onChange.mock.calls).toEqual([[true], [true]]);
});

test.each([
  ["switch", Switch],
  ["checkbox", Checkbox],
] as const)("a disabled %s does not change", async (role, Toggle) => {
  const onChange = vi.fn();
  const { user } = renderPart(<Toggle label="Ativa" checked disabled onChange={onChange} />);
  await user.click(screen.getByRole(role));
  await user.click(screen.getByText("Ativa"));
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole(role)).toBeChecked();
});

test("a switch row's sentence describes its switch", () => {
  renderPart(<SwitchRow label="Avaliações" note="O cliente dá nota" checked onChange={vi.fn()} />);
  expect(screen.getByRole("switch")).toHaveAccessibleDescription("O cliente dá nota");
});
