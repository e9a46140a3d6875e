import { apiFetch, apiSend } from "../../../session/api-fetch.ts";
import { formFromWire, wireOf } from "../queue-wire.ts";
import type { QueueForm } from "./queue-form.ts";

/** The requests of the queues screen. Queues are changed online only. */
export const queueCalls = {
  create: (id: string, form: QueueForm) => apiSend("POST", "/queue", { id, ...wireOf(form) }),
  change: (id: string, form: QueueForm) => apiSend("PUT", `/queue/${id}`, wireOf(form)),
  remove: (id: string) => apiSend("DELETE", `/queue/${id}`),
  async read(id: string, signal: AbortSignal): Promise<QueueForm> {
    const [queue, options] = await Promise.all([
      apiFetch(`/queue/${id}`, { signal }),
      apiFetch(`/queue-options?queueId=${id}`, { signal }),
    ]);
    return formFromWire(await queue.json(), await options.json());
  },
};
