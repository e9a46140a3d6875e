import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { givenConnection } from "../../testing/refs.ts";
import { renderScreen } from "../../testing/render.tsx";
import { usageOf } from "../../testing/server.ts";
import { QueuesScreen } from "./index.tsx";

test("queues: without room in the plan none can be added, and the screen says why", async () => {
  answer("get", "/companies/listPlan/:id", { usage: usageOf({ used: 3, limit: 3 }) });
  answer("get", "/queue", []);
  const replication = createFakeServer();
  givenConnection(replication);
  await renderScreen(<QueuesScreen />, { replication });
  expect(await screen.findByText(errorMessage("ERR_PLAN_LIMIT_QUEUES", { limit: 3 }))).toBeInTheDocument();
  for (const add of screen.getAllByRole("button", { name: m.queues_add() })) expect(add).toBeDisabled();
});
