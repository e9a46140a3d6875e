import * as v from "valibot";
import { apiFetch, apiSend } from "../../session/api-fetch.ts";
import type { ListPage } from "../lists/index.ts";

/** A scheduled message as the server gives it; `sendAtLocal` is by the company's clock. */
const ScheduleWire = v.object({
  id: v.string(),
  body: v.string(),
  sendAt: v.string(),
  sendAtLocal: v.string(),
  sentAt: v.nullable(v.string()),
  status: v.picklist(["PENDENTE", "ENVIADA", "ERRO"]),
  /** Why it was not sent, an error code. */
  reason: v.nullable(v.string()),
  contact: v.object({ id: v.string(), name: v.string(), number: v.string() }),
  user: v.object({ id: v.string(), name: v.string() }),
  mediaName: v.nullable(v.string()),
  mediaPath: v.nullable(v.string()),
  canChange: v.boolean(),
});
export type Schedule = v.InferOutput<typeof ScheduleWire>;

const Page = v.object({ schedules: v.array(ScheduleWire), hasMore: v.boolean(), timeZone: v.string() });

export const readRange = (answer: unknown) => v.parse(Page, answer);
export function readPage(answer: unknown): ListPage<Schedule> {
  const { schedules, hasMore } = v.parse(Page, answer);
  return { rows: schedules, hasMore };
}

export type ScheduleForm = { body: string; contactId: string; sendAt: string };

export const scheduleCalls = {
  async create(form: ScheduleForm): Promise<string> {
    const answer = await apiSend("POST", "/schedules", form);
    return v.parse(ScheduleWire, await answer.json()).id;
  },
  async change(id: string, form: Partial<ScheduleForm>): Promise<string> {
    await apiSend("PUT", `/schedules/${id}`, form);
    return id;
  },
  remove: (id: string) => apiSend("DELETE", `/schedules/${id}`),
  attach(id: string, blob: Blob, name: string) {
    const form = new FormData();
    form.append("file", blob, name);
    return apiFetch(`/schedules/${id}/media-upload`, { method: "POST", body: form });
  },
  detach: (id: string) => apiSend("DELETE", `/schedules/${id}/media-upload`),
};
