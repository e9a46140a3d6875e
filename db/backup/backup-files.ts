/** A stored file that was copied, or linked, into a backup. `path` is relative to the backup's folder of files. */
export type BackedUpFile = { companyId: string; path: string; sha256: string; bytes: number; isLinked: boolean };

/** An earlier backup, whose files may be linked. */
export type EarlierFiles = {
  /** Its folder of files. */
  folder: string;
  takenAt: Date;
  /** Returns the SHA-256 of a company's files, by path; null: the backup has none. */
  checksums(companyId: string): Promise<Map<string, string> | null>;
};

/** The stored files that a backup copies, and that a restore fills. Numbers count files. */
export type BackupFiles = {
  /** Links files that `earlier` has and that did not change since; copies all others. */
  copyTo(
    folder: string,
    options: { earlier?: EarlierFiles | undefined; onFile(file: BackedUpFile): void | Promise<void> },
  ): Promise<number>;
  /** Returns the number of files that are there afterwards; a repeated call copies what is missing. */
  copyFrom(folder: string): Promise<number>;
  /** Returns whether the store has no file that the folder does not have. */
  holdsOnly(folder: string): Promise<boolean>;
};
