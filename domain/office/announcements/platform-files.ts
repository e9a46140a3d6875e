/** The folder of the file store for files of the platform: the id of no company. */
export const PLATFORM_FILES = "00000000-0000-0000-0000-000000000000";
