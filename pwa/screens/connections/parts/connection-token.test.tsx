import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer, hold, refuse } from "../../../testing/answers.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { ConnectionToken } from "./connection-token.tsx";

const path = "/whatsapp/c1/token";
const made = vi.fn();
beforeEach(() => made.mockClear());
/** Finds a button of the panel, once it is loaded whether there is a token. */
async function button(name: string) {
  const found = await screen.findByRole("button", { name });
  await waitFor(() => expect(found).toBeEnabled());
  return found;
}
const renderToken = (known: Record<string, unknown>) => {
  answer("get", "/whatsapp/c1", known);
  return renderScreen(<ConnectionToken connectionId="c1" onMade={made} />);
};
const confirm = async (name: string) => within(await screen.findByRole("alertdialog")).findByRole("button", { name });

test.each([
  ["without a token", {}, m.connections_token_none],
  ["whose token nobody used", { hasToken: true }, m.connections_token_unused],
])("connection token: a connection %s says so", async (_name, known, words) => {
  await renderToken(known);
  expect(await screen.findByText(words())).toBeInTheDocument();
});

test("connection token: a used token shows its last use and not itself", async () => {
  await renderToken({ hasToken: true, tokenLastUsedAt: "2026-11-21T12:00:00Z" });
  const [before = ""] = m.connections_token_used({ when: "|" }).split("|");
  expect(await screen.findByText(new RegExp(before))).toHaveTextContent(/2026|21/);
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

test("connection token: a new token is shown once, with a warning, and can be copied", async () => {
  answer("post", path, { token: "tok_1234567890abcdef" });
  const { user } = await renderToken({});
  await user.click(await button(m.connections_token_make()));
  const field = await screen.findByRole("textbox", { name: m.connections_field_token() });
  expect(field).toHaveValue("tok_1234567890abcdef");
  expect(field).toHaveAccessibleDescription(m.connections_token_once());
  expect(made).toHaveBeenCalledExactlyOnceWith("tok_1234567890abcdef");
  await user.click(await button(m.connections_token_copy()));
  expect(await navigator.clipboard.readText()).toBe("tok_1234567890abcdef");
});

test("connection token: replacing asks first and warns that programs with the old one stop", async () => {
  const sent = answer("post", path, { token: "tok_new" });
  const { user } = await renderToken({ hasToken: true });
  await user.click(await button(m.connections_token_rotate()));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(m.connections_token_ends());
  expect(sent).toEqual([]);
  await user.click(await confirm(m.connections_token_rotate()));
  expect(await screen.findByDisplayValue("tok_new")).toBeInTheDocument();
});

test("connection token: a revoked token disappears from the panel", async () => {
  const { user } = await renderToken({ hasToken: true });
  await user.click(await button(m.connections_token_revoke()));
  const sent = answer("delete", path);
  answer("get", "/whatsapp/c1", {});
  await user.click(await confirm(m.connections_token_revoke()));
  expect(await screen.findByText(m.connections_token_none())).toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(made).not.toHaveBeenCalled();
});

test("connection token: a refused creation says why and can be tried again", async () => {
  refuse("post", path, "ERR_NO_PERMISSION", { status: 403 });
  const { user } = await renderToken({});
  await user.click(await button(m.connections_token_make()));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(errorMessage("ERR_NO_PERMISSION")));
  expect(await button(m.connections_token_make())).toBeEnabled();
});

test("connection token: a double click creates one token", async () => {
  const answered = Promise.withResolvers<void>();
  const sent = hold("post", path, answered.promise, { token: "tok_one" });
  const { user } = await renderToken({});
  await user.dblClick(await button(m.connections_token_make()));
  answered.resolve();
  expect(await screen.findByDisplayValue("tok_one")).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});
