export { eraseContactTraces } from "./erase-contact-traces.ts";
export { eraseTicketTraces } from "./erase-ticket-traces.ts";
