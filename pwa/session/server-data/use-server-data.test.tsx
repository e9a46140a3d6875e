import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { useServerData } from "./use-server-data.ts";

const read = (answer: unknown) => (answer as { text: string }).text;

function Shown() {
  const { state, data } = useServerData("/facts", read);
  return (
    <p>
      {state}: {data ?? "—"}
    </p>
  );
}

test("server data: is loaded when the server can be reached again, without an event of the browser", async () => {
  let asked = 0;
  server.use(
    http.get("/facts", () => {
      asked += 1;
      return HttpResponse.error();
    }),
  );
  const replication = createFakeServer();
  replication.online = false;
  const { desk } = await renderScreen(<Shown />, { replication });
  expect(await screen.findByText("offline: —")).toBeInTheDocument();
  await waitFor(() => expect(desk.status.get().linkUp).toBe(false));
  server.use(http.get("/facts", () => HttpResponse.json({ text: "um" })));
  replication.online = true;
  expect(await screen.findByText("ready: um")).toBeInTheDocument();
  expect(asked).toBe(1);
});
