import { DomainError } from "../../../contracts/domain-error.ts";
import type { Graph, GraphPage } from "../../../outside/graph/index.ts";
import { GraphError } from "../../../outside/graph/index.ts";

/** A page or Instagram account that a user granted, with the page's token. */
export type GrantedAccount = {
  channel: "facebook" | "instagram";
  accountId: string;
  pageId: string;
  name: string;
  token: string;
};
export type Granted = { facebookUserId: string; accounts: GrantedAccount[] };

type Grant = { facebookUserId: string; facebookUserToken: string; addInstagram: boolean };

/** Calls Meta, so it must run outside transactions. */
export async function grantedAccounts(graph: Graph, grant: Grant): Promise<Granted> {
  const { facebookUserId, facebookUserToken, addInstagram } = grant;
  const pages = await withLoginErrors(async () => {
    const token = await graph.extend(facebookUserToken);
    return (await graph.personOf(token)) === facebookUserId ? graph.pagesOf(token) : [];
  });
  const usable = pages.filter((page) => page.access_token);
  if (usable.length === 0) throw new DomainError("Facebook page not found");
  const accounts = usable.flatMap((page) => accountsOf(page, addInstagram));
  if (addInstagram && !accounts.some(({ channel }) => channel === "instagram"))
    throw new DomainError("ERR_META_NO_INSTAGRAM");
  return { facebookUserId, accounts };
}

/** Returns the Facebook user behind the code of a completed sign-in. */
export async function grantOfCode(graph: Graph, code: string, redirectUri: string) {
  return withLoginErrors(async () => {
    const facebookUserToken = await graph.exchangeCode(code, redirectUri);
    return { facebookUserToken, facebookUserId: await graph.personOf(facebookUserToken) };
  });
}

function accountsOf(page: GraphPage, addInstagram: boolean): GrantedAccount[] {
  const { id: pageId, name, access_token: token = "", instagram_business_account: instagram } = page;
  const own = { channel: "facebook" as const, accountId: pageId, pageId, name, token };
  if (!addInstagram || !instagram) return [own];
  const handle = instagram.username ? `@${instagram.username}` : name;
  return [own, { channel: "instagram", accountId: instagram.id, pageId, name: handle, token }];
}

/** Translates Meta's refusal of a sign-in: whatever the reason, the user starts over. */
async function withLoginErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    throw new DomainError(error.isPassing ? "ERR_META_UNREACHABLE" : "ERR_META_LOGIN");
  }
}
