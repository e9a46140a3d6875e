import { useMedia } from "../../ui/hooks/use-media.ts";

/**
 * Returns whether lists are rows with sheets instead of tables: on phones, and in windows narrower than 900 px, as when
 * the page is zoomed, where a table has no room for its columns.
 */
export const useRecordRows = (): boolean => useMedia("(width < 56.25rem)");
