import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { MessageBody } from "./message-body.tsx";

test("message body: a very long message shows its beginning, and the rest on request", async () => {
  const body = `${"palavra ".repeat(1_000)}fim`;
  const { user, container } = renderPart(<MessageBody body={body} />);
  expect(container.textContent?.length).toBeLessThan(4_100);
  await user.click(screen.getByRole("button", { name: "Ler mais" }));
  expect(container.textContent).toBe(body);
  expect(screen.queryByRole("button")).toBeNull();
});

test("message body: a short message is shown whole, without a button", () => {
  const { container } = renderPart(<MessageBody body="*Bom dia*, tudo bem?" />);
  expect(container.textContent).toBe("Bom dia, tudo bem?");
  expect(screen.queryByRole("button")).toBeNull();
});
