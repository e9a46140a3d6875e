/** The stored files that a backup copies, and that a restore fills. Numbers count files. */
export type BackupFiles = {
  copyTo(folder: string): Promise<number>;
  copyFrom(folder: string): Promise<number>;
  isEmpty(): Promise<boolean>;
};
