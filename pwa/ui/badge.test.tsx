import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Badge } from "./badge.tsx";

test.each([
  [0, "0"],
  [99, "99"],
  [100, "99+"],
])("a badge of %i shows %s", (count, shown) => {
  renderPart(<Badge count={count} />);
  expect(screen.getByText(shown)).toBeInTheDocument();
});

test("a badge with a label is read as the label, without the bare number", () => {
  renderPart(
    <button type="button">
      Aguardando <Badge count={3} label="3 não lidas" />
    </button>,
  );
  expect(screen.getByRole("button")).toHaveAccessibleName("Aguardando 3 não lidas");
});
