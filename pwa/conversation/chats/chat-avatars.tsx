import type { ChatDocument } from "../../../contracts/office/chats.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";

type ChatAvatarsProps = {
  chat: Pick<ChatDocument, "title" | "members">;
  userId: string;
  /** How many pictures are drawn at most. */
  most: number;
  size: 24 | 32;
};

/** Draws the first members beside each other; a chat without a title shows only the others. */
export function ChatAvatars({ chat, userId, most, size }: ChatAvatarsProps) {
  const others = chat.members.filter((member) => member.userId !== userId);
  const people = (chat.title || others.length === 0 ? chat.members : others).slice(0, most);
  return (
    <span className="flex shrink-0">
      {people.map(({ userId: id, name }, index) => (
        <Avatar
          key={id}
          id={id}
          name={name}
          size={people.length === 1 ? 32 : size}
          className={classNames("ring-2 ring-surface", index > 0 && "-ml-1")}
        />
      ))}
    </span>
  );
}
