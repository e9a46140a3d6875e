import * as v from "valibot";
import { apiSend } from "../../session/api-fetch.ts";

const KEPT = "metaLogin";
const Address = v.object({ url: v.string() });

/** Whether the platform has an app at Meta, from the answer of GET /facebook/login. */
export const readIsSetUp = (answer: unknown): boolean => v.parse(v.object({ isSetUp: v.boolean() }), answer).isSetUp;

/** Leaves for Meta's login; it comes back to `/connections/facebook`. What waits to be sent stays on the device. */
export async function goToLogin(addInstagram: boolean): Promise<void> {
  const response = await apiSend("POST", "/facebook/login", { addInstagram });
  sessionStorage.setItem(KEPT, addInstagram ? "instagram" : "facebook");
  window.location.assign(v.parse(Address, await response.json()).url);
}

/** The same login as before. */
export const goToLoginAgain = () => goToLogin(sessionStorage.getItem(KEPT) === "instagram");
