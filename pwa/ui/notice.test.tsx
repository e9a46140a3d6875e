import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Notice, Strip } from "./notice.tsx";
import { Progress } from "./progress.tsx";

test.each(["info", "success", "warn", "note"] as const)(
  "a notice of tone %s does not interrupt a screen reader",
  (tone) => {
    renderPart(<Notice tone={tone}>Conexão nova</Notice>);
    expect(screen.getByRole("status")).toHaveTextContent("Conexão nova");
  },
);

test("a danger notice is announced at once", () => {
  renderPart(<Notice tone="danger">A conexão caiu</Notice>);
  expect(screen.getByRole("alert")).toHaveTextContent("A conexão caiu");
});

test("the network strip does not interrupt a screen reader", () => {
  renderPart(<Strip tone="danger">Sem servidor</Strip>);
  expect(screen.getByRole("status")).toHaveTextContent("Sem servidor");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a progress bar has its value and its maximum", () => {
  renderPart(<Progress label="Importação" most={200} value={50} />);
  const bar = screen.getByRole("progressbar", { name: "Importação" });
  expect(bar).toHaveAttribute("aria-valuenow", "50");
  expect(bar).toHaveAttribute("aria-valuemax", "200");
});

test.each([null, 0])("a progress bar of an unknown size (%s) has no value", (most) => {
  renderPart(<Progress label="Importação" most={most} value={50} />);
  expect(screen.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow");
});
