import type { GraphConfig } from "./graph-client.ts";

/** The platform's app at Meta, and where Meta is. */
export type MetaConfig = GraphConfig & {
  /** Where people log in, without the version: `…/v25.0/dialog/oauth` stands under it. */
  loginUrl: string;
  /** What Meta says when it is first told of our webhook; '' lets nobody in. */
  verifyToken: string;
};

/** Null unless all four are there: half an app links nothing. */
export function readMetaConfig(environment: Record<string, string | undefined>): MetaConfig | null {
  const { GRAPH_URL, FACEBOOK_LOGIN_URL, FACEBOOK_APP_ID, FACEBOOK_APP_SECRET, FACEBOOK_VERIFY_TOKEN } = environment;
  if (!GRAPH_URL || !FACEBOOK_LOGIN_URL || !FACEBOOK_APP_ID || !FACEBOOK_APP_SECRET) return null;
  return {
    graphUrl: GRAPH_URL.replace(/\/+$/, ""),
    loginUrl: FACEBOOK_LOGIN_URL.replace(/\/+$/, ""),
    appId: FACEBOOK_APP_ID,
    appSecret: FACEBOOK_APP_SECRET,
    verifyToken: FACEBOOK_VERIFY_TOKEN ?? "",
  };
}
