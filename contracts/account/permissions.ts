export const profiles = ["admin", "supervisor", "user"] as const;
export type Profile = (typeof profiles)[number];

type Rule = (profile: Profile) => boolean;

const admins: Rule = (profile) => profile === "admin";
const managers: Rule = (profile) => profile === "admin" || profile === "supervisor";

/**
 * Decides what a profile may do; verbs, replication and screens use this table. Rules that also depend on the row (the
 * author, the owner, the queue) are in the `policy.ts` of its domain.
 */
export const can = {
  /** See, read and answer every ticket of the company. */
  seeAllTickets: admins,
  /** Create tickets in queues without being a member, or without a queue. */
  workInAllQueues: admins,
  filterTicketsByUser: admins,
  /** Read a pending ticket without accepting it. */
  openWithoutAccepting: admins,
  deleteTicket: admins,
  deleteOthersNotes: admins,
  deleteContact: admins,
  /** See and continue contact imports that another user started. */
  continueOthersImports: admins,
  /** Create and change schedules of other users. */
  manageOthersSchedules: admins,
  viewDashboard: admins,
  viewFirstSteps: admins,
  viewSubscription: admins,
  manageUsers: admins,
  manageQueues: admins,
  manageConnections: admins,
  /**
   * Create internal chats, on phones too. Everyone may take part; only a chat's owner changes and deletes it
   * (`domain/office/chats`).
   */
  createChats: admins,
  /** Change settings and business hours, and read secret settings. */
  manageSettings: admins,
  /** Merge contacts and undo merges. Nothing is lost, so unlike deleting it is not reserved for admins. */
  mergeContacts: managers,
  /** Change and delete tags, and make them kanban columns. Everyone may create a tag. */
  manageTags: managers,
  /** Create general quick messages and change those of everyone. */
  manageQuickMessages: managers,
  editOthersMessages: managers,
  /** See and change campaigns and contact lists. Deleting the people of a list also needs `deleteContact`. */
  manageCampaigns: managers,
  /** See, cancel and resend mails of other users. Everyone writes mails and sees their own. */
  manageOthersMails: admins,
} satisfies Record<string, Rule>;

export type Permission = keyof typeof can;
