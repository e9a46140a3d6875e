import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import {
  addQueueOption,
  changeQueueOption,
  createQueue,
  deleteQueue,
  deleteQueueOption,
  listQueueOptions,
  listQueues,
  requireFlowAddress,
  requireQueue,
  updateQueue,
} from "../../domain/desk/queues/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { QueueAnswer, QueueListAnswer, QueueOptionAnswer, QueueOptionListAnswer } from "./answers.ts";
import {
  NewQueueOptionWire,
  NewQueueWire,
  ParentQuery,
  QueueOptionWire,
  QueueWire,
  queueOptionToWire,
  queueToListWire,
  queueToWire,
} from "./wire.ts";

const noQueue = "ERR_NO_QUEUE_FOUND";
const noOption = "ERR_NO_QUEUE_OPTION_FOUND";

type Deps = { signedIn: MiddlewareHandler<AppEnv>; flowsAllowed?: string[] };

export function queueRoutes({ signedIn, flowsAllowed = [] }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/queue",
      describe("queues", "List the company's queues in menu order", { 200: QueueListAnswer }),
      signedIn,
      async (c) => c.json((await c.var.read(listQueues)).map(queueToListWire)),
    )
    .get(
      "/queue/:id",
      describe("queues", "Get a queue; only admins get its token", { 200: QueueAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noQueue, c.req.param("id"));
        return c.json(queueToWire(await c.var.read((ctx) => requireQueue(ctx, id))));
      },
    )
    .post(
      "/queue",
      describe("queues", "Create a queue (admins)", { 200: QueueAnswer }),
      signedIn,
      permitted("manageQueues"),
      validated("json", NewQueueWire),
      async (c) => {
        const queue = c.req.valid("json");
        requireFlowAddress(queue, flowsAllowed);
        return c.json(queueToWire(await c.var.act((ctx) => createQueue(ctx, queue))));
      },
    )
    .put(
      "/queue/:id",
      describe("queues", "Change a queue (admins)", { 200: QueueAnswer }),
      signedIn,
      permitted("manageQueues"),
      validated("json", QueueWire),
      async (c) => {
        const id = idOr(noQueue, c.req.param("id"));
        const queue = c.req.valid("json");
        requireFlowAddress(queue, flowsAllowed);
        return c.json(queueToWire(await c.var.act((ctx) => updateQueue(ctx, id, queue))));
      },
    )
    .delete(
      "/queue/:id",
      describe("queues", "Delete a queue (admins); its tickets stay without a queue", { 200: null }),
      signedIn,
      async (c) => {
        const id = idOr(noQueue, c.req.param("id"));
        await c.var.act((ctx) => deleteQueue(ctx, id));
        return c.body(null, 200);
      },
    )
    .get(
      "/queue-options",
      describe("queues", "List the menu options of a queue: those of one parent (-1: the first level), or all", {
        200: QueueOptionListAnswer,
      }),
      signedIn,
      validated("query", v.object({ queueId: Id, parentId: ParentQuery })),
      async (c) => {
        const { queueId, parentId } = c.req.valid("query");
        const options = await c.var.read((ctx) => listQueueOptions(ctx, queueId, parentId));
        return c.json(options.map(queueOptionToWire));
      },
    )
    .post(
      "/queue-options",
      describe("queues", "Add an option to a queue's menu (admins)", { 200: QueueOptionAnswer }),
      signedIn,
      permitted("manageQueues"),
      validated("json", NewQueueOptionWire),
      async (c) => c.json(queueOptionToWire(await c.var.act((ctx) => addQueueOption(ctx, c.req.valid("json"))))),
    )
    .put(
      "/queue-options/:id",
      describe("queues", "Change or move an option of a queue's menu (admins)", { 200: QueueOptionAnswer }),
      signedIn,
      permitted("manageQueues"),
      validated("json", QueueOptionWire),
      async (c) => {
        const id = idOr(noOption, c.req.param("id"));
        return c.json(queueOptionToWire(await c.var.act((ctx) => changeQueueOption(ctx, id, c.req.valid("json")))));
      },
    )
    .delete(
      "/queue-options/:id",
      describe("queues", "Delete an option of a queue's menu and its sub-options (admins)", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noOption, c.req.param("id"));
        await c.var.act((ctx) => deleteQueueOption(ctx, id));
        return c.json({ id });
      },
    );
}
