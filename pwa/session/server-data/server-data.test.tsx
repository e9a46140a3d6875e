import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { expect, test } from "vitest";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, disconnect, hold, refuse } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { apiFetch, apiSend } from "../api-fetch.ts";
import { listChanges } from "./list-changes.ts";
import { useCall } from "./use-call.ts";
import { useServerData } from "./use-server-data.ts";

const nameOf = (value: unknown) => (value as { name: string }).name;
function Shown({ path, version }: { path: string; version?: string }) {
  const { state, data } = useServerData(path, nameOf, { version: version ?? "" });
  return (
    <p>
      {state}: {data ?? "nothing"}
    </p>
  );
}
const shows = (text: string) => screen.findByText(text);

test("useServerData: shows the server's answer when it arrives", async () => {
  const answered = Promise.withResolvers<void>();
  hold("get", "/things/1", answered.promise, { name: "Olaria" });
  await renderScreen(<Shown path="/things/1" />);
  expect(await shows("loading: nothing")).toBeInTheDocument();
  answered.resolve();
  expect(await shows("ready: Olaria")).toBeInTheDocument();
});

test("useServerData: distinguishes a refusal from a network error", async () => {
  refuse("get", "/things/1", "ERR_NO_PERMISSION", { status: 404 });
  disconnect("get", "/things/2");
  await renderScreen(
    <>
      <Shown path="/things/1" />
      <Shown path="/things/2" />
    </>,
  );
  expect(await shows("failed: nothing")).toBeInTheDocument();
  expect(await shows("offline: nothing")).toBeInTheDocument();
});

test("useServerData: loads again when the network is back", async () => {
  disconnect("get", "/things/1");
  await renderScreen(<Shown path="/things/1" />);
  await shows("offline: nothing");
  answer("get", "/things/1", { name: "Olaria" });
  fireEvent(window, new Event("online"));
  expect(await shows("ready: Olaria")).toBeInTheDocument();
});

test("useServerData: keeps loaded data when the next request has no answer", async () => {
  answer("get", "/things/1", { name: "Olaria" });
  const { user } = await renderScreen(<Versions />);
  await shows("ready: Olaria");
  disconnect("get", "/things/1");
  await user.click(screen.getByRole("button"));
  expect(await shows("offline: Olaria")).toBeInTheDocument();
});

test("useServerData: components that open together share one request, and one that opens later asks again", async () => {
  const asked = answer("get", "/things/1", { name: "Olaria" });
  const { user } = await renderScreen(<Twice />);
  expect(await screen.findAllByText("ready: Olaria")).toHaveLength(2);
  expect(asked).toHaveLength(1);
  // An answer may have changed since it was read: it is shown until the new one arrives.
  answer("get", "/things/1", { name: "Olaria do Vale" });
  await user.click(screen.getByRole("button"));
  expect(await screen.findAllByText("ready: Olaria do Vale")).toHaveLength(3);
});

test("useServerData: a failing server is asked three times, one that refuses once", async () => {
  const refused = refuse("get", "/things/1", "ERR_VALIDATION");
  const failed = refuse("get", "/things/2", "ERR_INTERNAL", { status: 500 });
  await renderScreen(
    <>
      <Shown path="/things/1" />
      <Shown path="/things/2" />
    </>,
  );
  await waitFor(() => expect(screen.getAllByText("failed: nothing")).toHaveLength(2));
  // The last attempt comes later than a first retry of the refused request would.
  await waitFor(() => expect(failed).toHaveLength(3));
  expect(refused).toHaveLength(1);
});

test("useServerData: several changes of a list cause one request, and a change of another one none", async () => {
  const asked = answer("get", "/things/1", { name: "Olaria" });
  await renderScreen(<Live path="/things/1" />);
  await shows("ready: Olaria");
  listChanges.notify(["queues"]);
  const again = answer("get", "/things/1", { name: "Olaria do Vale" });
  listChanges.notify(["tags"]);
  listChanges.notify(["tags", "users"]);
  listChanges.notifyAll();
  expect(await shows("ready: Olaria do Vale")).toBeInTheDocument();
  const last = answer("get", "/things/1", { name: "Olaria da Serra" });
  listChanges.notify(["tags"]);
  expect(await shows("ready: Olaria da Serra")).toBeInTheDocument();
  expect([asked, again, last].map((requests) => requests.length)).toEqual([1, 1, 1]);
});

test("useServerData: a change during the first request is loaded after it", async () => {
  const answered = Promise.withResolvers<void>();
  const asked = hold("get", "/things/1", answered.promise, { name: "Olaria" });
  const other = answer("get", "/things/2", { name: "Cerâmica" });
  await renderScreen(
    <>
      <Live path="/things/1" />
      <Live path="/things/2" />
    </>,
  );
  await shows("ready: Cerâmica");
  listChanges.notify(["tags"]);
  await waitFor(() => expect(other).toHaveLength(2));
  const after = answer("get", "/things/1", { name: "Olaria do Vale" });
  answered.resolve();
  expect(await shows("ready: Olaria do Vale")).toBeInTheDocument();
  expect([asked.length, after.length]).toEqual([1, 1]);
});

function Twice() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Shown path="/things/1" />
      <Shown path="/things/1" />
      {isOpen && <Shown path="/things/1" />}
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
    </>
  );
}

function Live({ path }: { path: string }) {
  const { state, data } = useServerData(path, nameOf, { changesWith: ["tags"] });
  return (
    <p>
      {state}: {data ?? "nothing"}
    </p>
  );
}

function Versions() {
  const [version, setVersion] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setVersion(version + 1)}>
        next
      </button>
      <Shown path="/things/1" version={String(version)} />
    </>
  );
}

test("useServerData: keeps the data of one version until the data of the next arrives", async () => {
  answer("get", "/things/1", { name: "Olaria" });
  const { user } = await renderScreen(<Versions />);
  await shows("ready: Olaria");
  const answered = Promise.withResolvers<void>();
  const requests = hold("get", "/things/1", answered.promise, { name: "Olaria do Vale" });
  await user.click(screen.getByRole("button"));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(await shows("ready: Olaria")).toBeInTheDocument();
  answered.resolve();
  expect(await shows("ready: Olaria do Vale")).toBeInTheDocument();
});

/** Draws a delete button as the dialogs do. */
function Deleting() {
  const { busy, failure, call } = useCall();
  return (
    <>
      <button type="button" onClick={() => void call("delete", () => apiSend("DELETE", "/things/1"))}>
        {busy ?? "idle"}
      </button>
      <p role="alert">{failure}</p>
    </>
  );
}

test.each([
  ["a refusal", () => refuse("delete", "/things/1", "ERR_NO_PERMISSION", { status: 403 }), "ERR_NO_PERMISSION"],
  ["no answer", () => disconnect("delete", "/things/1"), null],
] as const)("useCall: a call that fails with %s says why, and the next one clears it", async (_name, prepare, code) => {
  prepare();
  const { user } = await renderScreen(<Deleting />);
  await user.click(await screen.findByRole("button"));
  const words = code ? m.lists_failed({ reason: errorMessage(code) }) : m.lists_unreachable();
  expect(await screen.findByText(words)).toBeInTheDocument();
  const answered = Promise.withResolvers<void>();
  hold("delete", "/things/1", answered.promise);
  await user.click(screen.getByRole("button"));
  expect(await screen.findByRole("button", { name: "delete" })).toBeInTheDocument();
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  answered.resolve();
  expect(await screen.findByRole("button", { name: "idle" })).toBeInTheDocument();
});

test("apiFetch: renews an expired bearer token and retries the request, unnoticed by the screen", async () => {
  const bearers: (string | null)[] = [];
  const { person } = await renderScreen(<p>here</p>);
  server.use(
    http.post("/auth/refresh_token", () => HttpResponse.json({ token: "renewed", user: person })),
    http.get("/things/1", ({ request }) => {
      const bearer = request.headers.get("authorization");
      bearers.push(bearer);
      return bearer === "Bearer renewed"
        ? HttpResponse.json({ name: "Olaria" })
        : HttpResponse.json({ error: "ERR_SESSION_EXPIRED" }, { status: 401 });
    }),
  );
  expect(await (await apiFetch("/things/1")).json()).toEqual({ name: "Olaria" });
  expect(bearers).toEqual(["Bearer bearer", "Bearer renewed"]);
  await waitFor(() => expect(screen.getByText("here")).toBeInTheDocument());
});
