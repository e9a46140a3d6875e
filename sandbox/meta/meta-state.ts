import { createHmac, randomBytes } from "node:crypto";
import type { Store } from "../store.ts";
import { badToken, MetaError, noSuch } from "./meta-error.ts";
import type { SamplePage, SamplePerson } from "./people.ts";

/** The app that `npm start` uses; it exists only in the sandbox. */
export const META_APP_ID = "100000000000901";
export const META_APP_SECRET = "only-for-the-sandbox-0000000000000";
/** The verify token of its webhook. */
export const META_VERIFY_TOKEN = "only-for-the-sandbox";

const HOUR_MS = 3_600_000;
const CODE_MS = 10 * 60_000;
const LONG_DAYS = 60;

type Grant = { personId: string; pageIds: string[]; scopes: string[] };
type Code = Grant & { redirectUri: string; until: number; isUsed: boolean };
export type Token = Grant & {
  kind: "user" | "page";
  pageId: string | null;
  /** Expiry in ms since 1970; null: valid until it is revoked. */
  until: number | null;
};

/** The stored state of the stand-in for Meta: logins, tokens, subscribed pages, revocations. */
export class MetaState {
  readonly #codes;
  readonly #tokens;
  readonly #revoked;
  readonly subscriptions;

  readonly people: readonly SamplePerson[];

  constructor(store: Store, people: readonly SamplePerson[]) {
    this.people = people;
    this.#codes = store.map<Code>("metaCodes");
    this.#tokens = store.map<Token>("metaTokens");
    /** By person; the subcode is the reason. */
    this.#revoked = store.map<{ subcode: number; before: number }>("metaRevoked");
    this.subscriptions = store.map<string[]>("metaSubscriptions");
  }

  person = (id: string) => this.people.find((person) => person.id === id);
  page = (id: string) => this.people.flatMap(({ pages }) => pages).find((page) => page.id === id);

  /** Issues an authorization code after the person has confirmed the login. */
  giveCode(grant: Grant & { redirectUri: string }): string {
    const code = `AQ${randomBytes(24).toString("base64url")}`;
    this.#codes.set(code, { ...grant, until: Date.now() + CODE_MS, isUsed: false });
    return code;
  }

  takeCode(code: string, redirectUri: string): string {
    const found = this.#codes.get(code);
    if (!found) throw new MetaError(100, "Invalid verification code format.");
    if (found.isUsed) throw new MetaError(100, "This authorization code has been used.", 36_009);
    if (found.until < Date.now()) throw new MetaError(100, "This authorization code has expired.", 36_007);
    if (found.redirectUri !== redirectUri)
      throw new MetaError(
        100,
        "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request",
        36_008,
      );
    this.#codes.set(code, { ...found, isUsed: true });
    return this.#give({ ...found, kind: "user", pageId: null, until: Date.now() + 2 * HOUR_MS });
  }

  extend(token: string): { token: string; seconds: number } {
    const found = this.read(token);
    const seconds = LONG_DAYS * 86_400;
    return { token: this.#give({ ...found, until: Date.now() + seconds * 1000 }), seconds };
  }

  /** Issues a page token, which does not expire because the request used a long-lived user token. */
  pageToken(owner: Token, page: SamplePage): string {
    return this.#give({ ...owner, kind: "page", pageId: page.id, until: null });
  }

  read(token: string, proof?: string): Token {
    const found = this.#tokens.get(token);
    if (!found) throw badToken();
    if (proof !== undefined && proof !== createHmac("sha256", META_APP_SECRET).update(token).digest("hex"))
      throw new MetaError(100, "Invalid appsecret_proof provided in the API argument");
    const revoked = this.#revoked.get(found.personId);
    if (revoked && Number(token.split(".")[1]) <= revoked.before)
      throw new MetaError(190, "Error validating access token: The session has been invalidated.", revoked.subcode);
    if (found.until !== null && found.until < Date.now())
      throw new MetaError(190, "Error validating access token: Session has expired.", 463);
    return found;
  }

  /**
   * Revokes everything that this person has granted: 458 when they removed the app, 460 when they changed their
   * password.
   */
  revoke(personId: string, subcode: number): void {
    if (!this.person(personId)) throw noSuch(personId);
    this.#revoked.set(personId, { subcode, before: Date.now() });
  }

  #give({ personId, pageIds, scopes, kind, pageId, until }: Token): string {
    const token = `EAAS${randomBytes(30).toString("hex")}.${Date.now()}`;
    this.#tokens.set(token, { personId, pageIds, scopes, kind, pageId, until });
    return token;
  }
}
