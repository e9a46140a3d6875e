-- A phone knows people of whom the channel tells no number, only an address of its own.
ALTER TABLE "phonebook_entries" ADD COLUMN "lid" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX "phonebook_entries_lid" ON "phonebook_entries" ("company_id", "lid") WHERE lid <> '';
--> statement-breakpoint
ALTER TABLE "contact_import_rows" ADD COLUMN "address_kind" text DEFAULT 'phone' NOT NULL;
