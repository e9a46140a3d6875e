import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { SecretBox } from "../../../db/index.ts";
import { GRAPH_VERSION } from "../../../outside/graph/index.ts";
import type { Actor } from "../../ground/context.ts";

/** Time to find a password and a second factor. */
const LOGIN_MS = 15 * 60_000;

/** `pages_read_engagement`: to look up whether a message arrived whose answer was lost. */
const ofPages = ["pages_show_list", "pages_manage_metadata", "pages_messaging", "pages_read_engagement"];
const ofInstagram = ["instagram_basic", "instagram_manage_messages"];

const Login = v.object({ redirectUri: v.string(), addInstagram: v.boolean(), until: v.number(), nonce: v.string() });
type Login = Pick<v.InferOutput<typeof Login>, "redirectUri" | "addInstagram">;

type Person = Pick<Actor, "companyId" | "id">;
const placeOf = ({ companyId, id }: Person) => `${companyId}/${id}/login`;

/**
 * Returns the sign-in address. The state that comes back is encrypted for this user: a sign-in that someone else
 * started and passed on to them is refused.
 */
export function loginAddress(
  box: SecretBox,
  dialog: { loginUrl: string; appId: string },
  person: Person,
  login: Login,
  now: Date,
): string {
  const kept = { ...login, until: now.getTime() + LOGIN_MS, nonce: randomBytes(12).toString("base64url") };
  const state = box.seal(Buffer.from(JSON.stringify(kept)), placeOf(person)).toString("base64url");
  const query = new URLSearchParams({
    client_id: dialog.appId,
    redirect_uri: login.redirectUri,
    state,
    response_type: "code",
    scope: [...ofPages, ...(login.addInstagram ? ofInstagram : [])].join(","),
    // Asks again for pages that the user once left out.
    auth_type: "rerequest",
  });
  return `${dialog.loginUrl}/${GRAPH_VERSION}/dialog/oauth?${query}`;
}

/** Opens the state of a sign-in; refuses one that is forged, another user's or expired. */
export function openLogin(box: SecretBox, person: Person, state: string, now: Date): Login {
  const login = readState(box, person, state);
  if (!login || login.until < now.getTime()) throw new DomainError("ERR_META_LOGIN");
  return login;
}

function readState(box: SecretBox, person: Person, state: string) {
  try {
    const opened = box.open(Buffer.from(state, "base64url"), placeOf(person)).toString();
    return v.parse(Login, JSON.parse(opened));
  } catch {
    // Encrypted for another user, altered, or not ours: the same answer for all.
    return null;
  }
}
