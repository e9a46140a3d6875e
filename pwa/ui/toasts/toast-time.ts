const [DESK_ERROR_MS, OTHER_MS] = [2000, 3000];

/** The first segments of the desk's own screens; '' is the dashboard. */
const deskScreens = [
  "",
  "tickets",
  "n",
  "contacts",
  "users",
  "connections",
  "queues",
  "tags",
  "quick-messages",
  "schedules",
  "todolist",
];

/**
 * Returns how long a toast without an action stays. Of the two specifications, the service desk's closes errors after
 * 2 s, and the one of campaigns and administration closes each toast after 3 s.
 */
export function toastMs(role: "status" | "alert", pathname: string): number {
  const [, screen = ""] = pathname.split("/");
  return role === "alert" && deskScreens.includes(screen) ? DESK_ERROR_MS : OTHER_MS;
}
