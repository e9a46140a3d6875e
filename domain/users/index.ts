export { changeUser } from "./change-user.ts";
export { createCompany } from "./create-company.ts";
export { addUser, createUser } from "./create-user.ts";
export { deleteUser } from "./delete-user.ts";
export { DEMO_PASSWORD, demoAccounts } from "./demo-accounts.ts";
export { countOpenTickets, pageOfUsers, requireUser, type UserView, usersToPick } from "./list-users.ts";
export { findSignedInUser, listUsers, loadActor, type SignedInUser } from "./load-user.ts";
export { markOnline, onlineSince, onlineUsers } from "./mark-online.ts";
export { requireSelfOrManager } from "./policy.ts";
export {
  deadSessions,
  type EndReason,
  endUserSessions,
  listSessions,
  SESSIONS_CHANNEL,
  type SessionView,
  signOutSession,
  tellEnded,
} from "./sessions.ts";
