import type { MessageView } from "../../sync/client/index.ts";

/** The fields of a message that the shared parts use; its author is a contact or a colleague. */
export type ShownMessage = Pick<MessageView, "id" | "body" | "mediaType" | "media" | "localFileId" | "createdAt"> & {
  isDeleted?: boolean;
};
