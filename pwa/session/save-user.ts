import { apiFetch, apiRenew, asJson } from "./api-fetch.ts";
import { ignoreNoNetwork, refreshSession, sessionBearer } from "./session.ts";

/**
 * Changes a user with `PUT /users/{id}`; an empty `password` keeps the present one. A change of the signed-in user
 * reaches every tab of the device with the bearer token that follows.
 */
export async function saveUser(id: string, change: { password: string; [field: string]: unknown }): Promise<void> {
  const isOwn = sessionBearer()?.userId === id;
  const save = isOwn && change.password !== "" ? apiRenew : apiFetch;
  await save(`/users/${id}`, asJson("PUT", change));
  // The change is saved even when the renewal of the token fails offline.
  if (isOwn && save === apiFetch) await refreshSession().catch(ignoreNoNetwork);
}
