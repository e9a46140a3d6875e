export { createTag } from "./create-tag.ts";
export { deleteTag } from "./delete-tag.ts";
export { listTags, pageOfTags, requireTag, type TagRow } from "./list-tags.ts";
export { moveToLane } from "./move-to-lane.ts";
export { orderLanes } from "./order-lanes.ts";
export { replaceTags, tagTicket } from "./tag-ticket.ts";
export { tagsOfContacts } from "./tags-of-contacts.ts";
export { updateTag } from "./update-tag.ts";
