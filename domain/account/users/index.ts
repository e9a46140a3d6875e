export { changeUser, renameUser } from "./change-user.ts";
export { createCompany } from "./create-company.ts";
export { addUser, createUser } from "./create-user.ts";
export { DEMO_PASSWORD, demoAccounts } from "./demo-accounts.ts";
export { countOpenTickets, pageOfUsers, requireUser, type UserView, usersToPick } from "./list-users.ts";
export { describeAccount, findSignedInUser, listUsers, loadActor, loadActors, type SignedInUser } from "./load-user.ts";
export { markOnline, onlineSince, onlineUsers } from "./mark-online.ts";
export { requireSelfOrManager } from "./policy.ts";
export { removeUser, requireRemovableUser } from "./remove-user.ts";
export { requestPasswordReset } from "./request-password-reset.ts";
export { requestSignUp } from "./request-sign-up.ts";
export { resetPassword } from "./reset-password.ts";
export {
  deadSessions,
  deleteSessions,
  type EndReason,
  endCompanySessions,
  endUserSessions,
  insertSession,
  listSessions,
  notifyEnded,
  SESSIONS_CHANNEL,
  type SessionView,
  signOutSession,
} from "./sessions.ts";
export { signUpByLink, signUpByProof } from "./sign-up.ts";
export { confirmSignUpCode, requestSignUpCode } from "./sign-up-code.ts";
export { deleteExpiredSignUps } from "./sign-up-token.ts";
