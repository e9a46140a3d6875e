export { type Granted, grantedAccounts, grantOfCode } from "./granted-accounts.ts";

export { eventPlace, keepEvents } from "./keep-events.ts";
export { freeName, linkAccounts } from "./link-accounts.ts";

export { loginAddress, openLogin } from "./meta-login.ts";
export { findLinkedAccount, forgetToken, type LinkedAccount, openMetaBox, resealTokens } from "./page-tokens.ts";
