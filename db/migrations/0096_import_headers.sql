-- The row with the headers is kept with the others, so that a person can choose another one. Imports from before kept only the rows after it.
ALTER TABLE "contact_imports" ADD COLUMN "header_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_import_rows" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;
