import type { ReactNode } from "react";

/** A record as phones show it: one row of 64 px in every list. */
export type RecordLook = {
  name: string;
  /** 40 px: an avatar or a `PictureBox`. */
  picture: ReactNode;
  /** One line under the name. */
  line?: ReactNode;
  /** One word at the right. */
  status?: ReactNode;
};

/** Empty values are left out. */
export type RecordField = { label: string; value: ReactNode };

export type RecordAction = {
  label: string;
  /** Names the record too, where the word alone would not. */
  spokenLabel?: string;
  icon: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  /** The filled button of the sheet; at most one. */
  primary?: boolean;
  /** Stands last, in red. */
  danger?: boolean;
};

/** What the rows and sheets of a list are made of. */
export type Records<Row> = {
  look: (row: Row) => RecordLook;
  fields?: (row: Row) => RecordField[];
  /** In the sheet's order, destructive last. */
  actions: (row: Row) => RecordAction[];
  selection?: RecordSelection<Row>;
};

/** What is done with many rows at once. */
export type RecordSelection<Row> = {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  canSelect: (row: Row) => boolean;
  /** At most five. */
  actions: RecordAction[];
};
