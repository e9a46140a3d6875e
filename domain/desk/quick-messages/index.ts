export { createQuickMessage } from "./create-quick-message.ts";
export { deleteQuickMessage } from "./delete-quick-message.ts";
export { listQuickMessages, type QuickMessageContent, quickMessageDocuments } from "./list-quick-messages.ts";
export { canReadQuickMessage } from "./policy.ts";
export { inBrackets, quickMessagesInBrackets } from "./quick-message-in-brackets.ts";
export { requireChangeableQuickMessage, requireQuickMessage } from "./require-quick-message.ts";
export { updateQuickMessage } from "./update-quick-message.ts";
