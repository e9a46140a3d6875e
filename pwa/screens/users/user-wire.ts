import * as v from "valibot";
import {
  rightsFromWire,
  rightsToWire,
  SessionsWire,
  type SessionWire,
  type UserListWire,
  UserPageWire,
  UserWire,
} from "../../../contracts/wire/users.ts";
import type { UserForm } from "./user-form.ts";

/** A row of the list. */
export type UserRow = UserListWire;

export function pageFromWire(answer: unknown) {
  const { users, hasMore } = v.parse(UserPageWire, answer);
  return { rows: users, hasMore };
}

export function formFromWire(answer: unknown): UserForm {
  const user = v.parse(UserWire, answer);
  return {
    name: user.name,
    email: user.email,
    password: "",
    currentPassword: "",
    profile: user.profile,
    queueIds: user.queues.map(({ id }) => id),
    connectionId: user.whatsappId,
    ...rightsFromWire(user),
  };
}

export const openTicketsFromWire = (answer: unknown): number => v.parse(UserWire, answer).openTickets;

/** Returns the body of POST and PUT. */
export const wireOf = ({ connectionId, ...form }: UserForm) => ({
  ...form,
  whatsappId: connectionId,
  ...rightsToWire(form),
});

export type UserSession = SessionWire;

export const sessionsFromWire = (answer: unknown): UserSession[] => v.parse(SessionsWire, answer).sessions;
