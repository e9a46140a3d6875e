import * as v from "valibot";
import { apiSend } from "../../../session/api-fetch.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { tryToStore } from "../../../ui/device-storage.ts";
import { leaveFor } from "../../../ui/layers/system-back.ts";

const KEPT = "metaLogin";
const Address = v.object({ url: v.string() });

const readIsSetUp = (answer: unknown): boolean => v.parse(v.object({ isSetUp: v.boolean() }), answer).isSetUp;

/** Returns whether the platform has an app at Meta. */
export const useIsMetaSetUp = () => useServerData("/facebook/login", readIsSetUp, { remember: true });

/** Opens Meta's login, which returns to `/connections/facebook`. Pending commands stay on the device. */
export async function goToLogin(addInstagram: boolean): Promise<void> {
  const response = await apiSend("POST", "/facebook/login", { addInstagram });
  tryToStore(sessionStorage, KEPT, addInstagram ? "instagram" : "facebook");
  await leaveFor(v.parse(Address, await response.json()).url);
}

/** Opens the same login as before. */
export const goToLoginAgain = () => goToLogin(sessionStorage.getItem(KEPT) === "instagram");
