import type { ReactNode } from "react";
import type { RowTone } from "../../ui/lists/row-tone.ts";

/** A record on phones: one row of 64 px in every list. */
export type RecordLook = {
  name: string;
  /** 40 px: an avatar or a `PictureBox`. */
  picture: ReactNode;
  /** One line below the name. */
  line?: ReactNode;
  /** One word at the right. */
  status?: ReactNode;
  tone?: RowTone | null;
};

/** Empty values are left out. */
export type RecordField = { label: string; value: ReactNode };

export type RecordAction = {
  label: string;
  /** Accessible name that includes the record, where the label alone is ambiguous. */
  spokenLabel?: string;
  icon: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  /** The filled button of the sheet; at most one. */
  primary?: boolean;
  /** Shown last, in red. */
  danger?: boolean;
};

/** Describes the rows and sheets of a list. */
export type Records<Row> = {
  look: (row: Row) => RecordLook;
  fields?: (row: Row) => RecordField[];
  /** In the order of the sheet, destructive actions last. */
  actions: (row: Row) => RecordAction[];
  selection?: RecordSelection<Row>;
};

/** Describes the actions for several rows at once. */
export type RecordSelection<Row> = {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  canSelect: (row: Row) => boolean;
  /** At most five. */
  actions: RecordAction[];
};
