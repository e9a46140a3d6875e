export { findPerson, requireSession, type SessionDeps, type SignedIn } from "./authenticate.ts";
export { listenToEndedSessions } from "./ended-sessions.ts";
export { openLucia } from "./lucia.ts";
export { hashPassword } from "./password.ts";
export { sessionRoutes } from "./routes.ts";
export { type EndReason, endUserSessions, loadSession } from "./session-rows.ts";
