export { createMailPage } from "./mail-page.ts";
export { type MailServer, startMailServer } from "./mail-server.ts";
export { Mailbox } from "./mailbox.ts";
