import type { GraphConfig } from "./graph-client.ts";

/** The platform's app at Meta, and Meta's addresses. */
export type MetaConfig = GraphConfig & {
  /** The sign-in address without version: `…/v25.0/dialog/oauth` is appended. */
  loginUrl: string;
  /** The token in Meta's verification of our webhook; '' refuses every verification. */
  verifyToken: string;
};

/** Null unless all four values are set. */
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
