export { findPerson, requireSession } from "./authenticate.ts";
export { confirmPassword } from "./confirm-password.ts";
export { listenToEndedSessions } from "./ended-sessions.ts";
export { type DeskLucia, openLucia } from "./lucia.ts";
export { hashPassword } from "./password.ts";
export { refuseDemoAccounts } from "./refuse-demo-accounts.ts";
export { isCookieOf, renewOwnSession } from "./renew-own-session.ts";
export { sessionRoutes } from "./routes.ts";
export { loadSession } from "./session-rows.ts";
