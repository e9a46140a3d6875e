export { type Granted, grantedAccounts, grantOfCode } from "./granted-accounts.ts";
export { type Graph, type GraphCall, type GraphConfig, openGraph, openGraphCall } from "./graph-client.ts";
export { GraphError } from "./graph-error.ts";
export { eventPlace, keepEvents } from "./keep-events.ts";
export { freeName, linkAccounts } from "./link-accounts.ts";
export { type MetaConfig, readMetaConfig } from "./meta-config.ts";
export { loginAddress, openLogin } from "./meta-login.ts";
export { findLinkedAccount, forgetToken, type LinkedAccount, openMetaBox } from "./page-tokens.ts";
