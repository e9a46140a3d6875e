export { deleteUser } from "./delete-user.ts";
