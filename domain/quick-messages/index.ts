export { listQuickMessages, type QuickMessageContent, quickMessageDocuments } from "./list-quick-messages.ts";
