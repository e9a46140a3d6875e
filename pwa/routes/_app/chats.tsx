import { createFileRoute, useParams } from "@tanstack/react-router";
import { ChatsScreen } from "../../screens/chats/index.tsx";

export const Route = createFileRoute("/_app/chats")({ component: ChatsRoute });

function ChatsRoute() {
  const { chatId } = useParams({ strict: false });
  return <ChatsScreen chatId={chatId ?? null} />;
}
