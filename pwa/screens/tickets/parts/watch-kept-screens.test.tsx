import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { KEPT_LIST, keepList } from "../../../first-paint/kept-list.ts";
import { currentPlace } from "../../../first-paint/place.ts";
import { givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { WatchKeptScreens } from "./watch-kept-screens.tsx";

const AGENT = "0190d3a0-0000-7000-8000-0000000000a1";

test("kept list: is removed when a ticket of it is transferred to another agent, on any screen", async () => {
  const given = givenDesk();
  const own = given.ticket({ contactName: "Helena", userId: AGENT });
  const left = given.ticket({ contactName: "Raul", userId: AGENT });
  const { desk, replication } = await renderScreen(<WatchKeptScreens />, {
    signedIn: { id: AGENT, profile: "user" },
    replication: given.replication,
  });
  const shown: number[] = [];
  desk.tickets$({ status: "open", showAll: false, limit: 10 }).subscribe((tickets) => shown.push(tickets.length));
  await waitFor(() => expect(shown.at(-1)).toBe(2));
  const place = currentPlace(localStorage);
  if (!place) throw new Error("Nobody is signed in.");
  const view = JSON.stringify({ tab: "open", sub: "open", showAll: false, queueIds: null });
  const list = { place, rows: [own.id, left.id], drawing: { tag: "div" }, opening: "Abrindo", startsHere: true };
  keepList(localStorage, { ...list, view, top: 0, isFirst: true });
  replication.put("tickets", { ...left, userId: "0190d3a0-0000-7000-8000-0000000000b2" });
  replication.poke("tickets");
  await waitFor(() => expect(localStorage.getItem(KEPT_LIST)).toBeNull());
});
