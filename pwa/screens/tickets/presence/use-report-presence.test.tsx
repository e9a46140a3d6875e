import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { useReportPresence } from "./use-report-presence.ts";

function Reporter() {
  useReportPresence("ticket");
  return <textarea data-composer aria-label="composer" />;
}

afterEach(() => void vi.useRealTimers());

test("presence: repeats the report of an open conversation after 48 seconds, and of typing after 12", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const reported: unknown[] = [];
  server.use(
    http.post("/presence", async ({ request }) => {
      reported.push(((await request.json()) as { state: string }).state);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, findByLabelText } = await renderScreen(<Reporter />);
  await expect.poll(() => reported).toEqual(["viewing"]);
  vi.advanceTimersByTime(36_000);
  vi.advanceTimersByTime(12_000);
  await expect.poll(() => reported).toEqual(["viewing", "viewing"]);
  await user.type(await findByLabelText("composer"), "B");
  vi.advanceTimersByTime(12_000);
  await expect.poll(() => reported).toEqual(["viewing", "viewing", "typing", "typing"]);
});

test("presence: reports nothing without a network, and again once it is back", async () => {
  const reported: unknown[] = [];
  server.use(
    http.post("/presence", async ({ request }) => {
      reported.push(((await request.json()) as { state: string }).state);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const replication = createFakeServer();
  const { user, desk, findByLabelText } = await renderScreen(<Reporter />, { replication });
  await waitFor(() => expect(reported).toEqual(["viewing"]));
  replication.online = false;
  desk.resync();
  await waitFor(() => expect(desk.status.get().linkUp).toBe(false));
  await user.type(await findByLabelText("composer"), "Bom dia");
  expect(reported).toEqual(["viewing"]);
  replication.online = true;
  desk.resync();
  await waitFor(() => expect(reported).toEqual(["viewing", "typing"]));
});
