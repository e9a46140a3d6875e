import { act, screen, waitFor } from "@testing-library/react";
import { Zap } from "lucide-react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "../../../../contracts/account/session.ts";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { givenTicket, givenUser } from "../../../../sync/client/testing/given.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useOfferedActions } from "../../../shell/palette/offered-actions.ts";
import { compositionOrders, confirmComposition } from "../../../testing/composition.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { useAsReplyTarget } from "./reply-target.ts";
import { SearchPalette } from "./search-palette.tsx";

const close = vi.fn();
const signOut = vi.fn();
beforeEach(() => {
  close.mockClear();
  signOut.mockClear();
});
const field = () => screen.findByRole("combobox", { name: m.palette_title() });
const option = (name: string | RegExp) => screen.findByRole("option", { name });
/** Returns the text of each row; matching letters are marked, so a row's name is in several elements. */
const rows = () => screen.queryAllByRole("option").map((row) => row.textContent ?? "");
const palette = <SearchPalette open onClose={close} onSignOut={signOut} />;
const go = (page: string) => m.keys_go({ screen: page });

const person = givenUser({ profile: "admin" });
const pix = { id: "r1", shortcode: "pix", message: "Nossa chave é pix@olaria.example.", isGeneral: true, userId: null };
function renderPalette(signedIn: Partial<SessionUser> = {}, replication = createFakeServer()) {
  return renderScreen(palette, { signedIn: { ...person, ...signedIn }, replication, path: "/somewhere" });
}

test("palette: takes the focus and opens a page by the first letters of its name and Enter", async () => {
  const { user, router } = await renderPalette();
  await waitFor(async () => expect(await field()).toHaveFocus());
  await user.type(await field(), "contat{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  expect(close).toHaveBeenCalledOnce();
});

test("palette: finds a page by its name without accents", async () => {
  const { user } = await renderPalette();
  await user.type(await field(), "conexoes");
  await waitFor(() => expect(rows()[0]).toContain(go(m.shell_connections())));
});

test("palette: offers an agent no administration page", async () => {
  const { user } = await renderPalette({ profile: "user" });
  expect(await option(go(m.shell_tags()))).toBeInTheDocument();
  await user.type(await field(), "conexoes");
  await waitFor(() => expect(rows()).toEqual([m.palette_server({ text: "conexoes" })]));
});

test("palette: shows the user's own conversations without a word, and opens one", async () => {
  const replication = createFakeServer();
  const mine = givenTicket({ status: "open", userId: person.id, contactName: "Helena Sampaio" });
  replication.put("tickets", mine);
  const { user, router } = await renderPalette({}, replication);
  await user.click(await option(/Helena Sampaio/));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${mine.id}`));
});

test("palette: says that a word has no match, and searches the server for it", async () => {
  const { user, router } = await renderPalette();
  await user.type(await field(), "zzqq");
  expect(await screen.findByText(m.palette_none())).toBeInTheDocument();
  await user.click(await option(m.palette_server({ text: "zzqq" })));
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: "/tickets", search: { search: "zzqq" } }),
  );
});

test("palette: lists the open page's actions first, and removes them with the page", async () => {
  const run = vi.fn();
  const offered = [{ id: "resolve", label: () => "Resolver atendimento", icon: Zap, run }];
  const Page = () => {
    useOfferedActions(offered);
    return null;
  };
  let leave = () => {};
  const Screen = () => {
    const [isOnPage, setOnPage] = useState(true);
    leave = () => setOnPage(false);
    return (
      <>
        {isOnPage && <Page />}
        {palette}
      </>
    );
  };
  const { user } = await renderScreen(<Screen />, { signedIn: person });
  await user.type(await field(), "resolver{Enter}");
  expect(run).toHaveBeenCalledOnce();
  act(leave);
  await user.clear(await field());
  await option(go(m.shell_tags()));
  expect(screen.queryByRole("option", { name: "Resolver atendimento" })).not.toBeInTheDocument();
});

test("palette: inserts a quick reply into the open conversation's field and names its contact", async () => {
  const use = vi.fn();
  const Composer = () => {
    useAsReplyTarget("Helena", use);
    return null;
  };
  const replication = createFakeServer();
  replication.put("quickMessages", pix);
  const screenWith = (
    <>
      <Composer />
      {palette}
    </>
  );
  const { user } = await renderScreen(screenWith, { signedIn: person, replication });
  await user.type(await field(), "pix");
  await user.click(await option(new RegExp(m.palette_use_in({ name: "Helena" }))));
  expect(use).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ shortcode: "pix" }));
});

test("palette: copies a quick reply when no conversation is open", async () => {
  const replication = createFakeServer();
  replication.put("quickMessages", pix);
  const { user } = await renderPalette({}, replication);
  await user.type(await field(), "/pix");
  await user.click(await option(/Nossa chave/));
  expect(await screen.findByText(m.tickets_copied())).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(pix.message);
});

test("palette: closes before signing out, so that the question is not below it", async () => {
  const { user } = await renderPalette();
  await user.type(await field(), m.shell_sign_out());
  await user.click(await option(m.shell_sign_out()));
  expect(close.mock.invocationCallOrder[0]).toBeLessThan(signOut.mock.invocationCallOrder[0] ?? 0);
});

test.each(compositionOrders)("palette: Enter that confirms a composition opens nothing: %s", async (order) => {
  const { user, router } = await renderPalette();
  const typed = await field();
  await waitFor(() => expect(typed).toHaveFocus());
  confirmComposition(typed, "contat", order);
  await waitFor(() => expect(rows()[0]).toContain(go(m.contacts_title())));
  expect(close).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
});
