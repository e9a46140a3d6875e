export { listTags, type TagRow } from "./list-tags.ts";
