export { changeOwnProfile, type OwnProfile, requireSelf } from "./change-own-profile.ts";
export { createCompany, createUser, type NewCompany, type NewUser } from "./create-company.ts";
export { deadSessions } from "./dead-sessions.ts";
export { listUsers, loadActor, sessionUser, type UserListItem } from "./load-user.ts";
export { markOnline, ONLINE_MS, onlineUsers } from "./mark-online.ts";
