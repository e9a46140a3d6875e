import { lazyPart } from "../../../ui/on-demand.tsx";

/** The conversation of a ticket, for screens that show it beside their own content. */
export const ConversationPart = lazyPart(async () => (await import("../conversation/conversation.tsx")).Conversation);
