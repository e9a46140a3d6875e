-- Rows that a filter of the spreadsheet hides are kept, and imported only when the user says so.
ALTER TABLE "contact_import_rows" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "with_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "hidden" integer DEFAULT 0 NOT NULL;
