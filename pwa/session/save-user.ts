import { apiFetch, apiRenew, asJson } from "./api-fetch.ts";
import { ignoreNoNetwork, refreshSession, sessionBearer } from "./session.ts";

/**
 * Changes a user as `PUT /users/{id}` takes it; an empty `password` leaves the one they have. One's own change comes to
 * every tab of the device with the bearer that follows.
 */
export async function saveUser(id: string, change: { password: string; [field: string]: unknown }): Promise<void> {
  const isOwn = sessionBearer()?.userId === id;
  const save = isOwn && change.password !== "" ? apiRenew : apiFetch;
  await save(`/users/${id}`, asJson("PUT", change));
  // It is saved, with or without the network that the bearer takes.
  if (isOwn && save === apiFetch) await refreshSession().catch(ignoreNoNetwork);
}
