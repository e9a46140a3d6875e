import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Notice, Strip } from "./notice.tsx";
import { Progress } from "./progress.tsx";

test.each(["info", "success", "warn", "note"] as const)("a notice of tone %s waits until it is read", (tone) => {
  renderPart(<Notice tone={tone}>Conexão nova</Notice>);
  expect(screen.getByRole("status")).toHaveTextContent("Conexão nova");
});

test("a danger is spoken at once", () => {
  renderPart(<Notice tone="danger">A conexão caiu</Notice>);
  expect(screen.getByRole("alert")).toHaveTextContent("A conexão caiu");
});

test("the strip about the network does not interrupt a screen reader", () => {
  renderPart(<Strip tone="danger">Sem servidor</Strip>);
  expect(screen.getByRole("status")).toHaveTextContent("Sem servidor");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a progress bar says how far it is", () => {
  renderPart(<Progress label="Importação" most={200} value={50} />);
  const bar = screen.getByRole("progressbar", { name: "Importação" });
  expect(bar).toHaveAttribute("aria-valuenow", "50");
  expect(bar).toHaveAttribute("aria-valuemax", "200");
});

test.each([null, 0])("a progress bar of an unknown size (%s) names no value", (most) => {
  renderPart(<Progress label="Importação" most={most} value={50} />);
  expect(screen.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow");
});
