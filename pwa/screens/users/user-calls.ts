import { apiFetch, apiSend } from "../../session/api-fetch.ts";
import { saveUser } from "../../session/save-user.ts";
import type { UserForm } from "./user-form.ts";
import { formFromWire, wireOf } from "./user-wire.ts";

/** The requests of the users screen. Users are changed online only. */
export const userCalls = {
  create: (id: string, form: UserForm) => apiSend("POST", "/users", { id, ...wireOf(form) }),
  change: (id: string, form: UserForm) => saveUser(id, wireOf(form)),
  remove: (id: string) => apiSend("DELETE", `/users/${id}`),
  signOut: (id: string, sessionId: string) => apiSend("DELETE", `/users/${id}/sessions/${sessionId}`),
  async read(id: string, signal: AbortSignal): Promise<UserForm> {
    return formFromWire(await (await apiFetch(`/users/${id}`, { signal })).json());
  },
};
