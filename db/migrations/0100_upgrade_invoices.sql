-- An upgrade has an invoice of its own: it pays the difference to a bigger plan until the due date, in a period that has
-- or gets its usual invoice as well.
ALTER TABLE "invoices" ADD COLUMN "kind" text DEFAULT 'period' NOT NULL;--> statement-breakpoint
DROP INDEX "invoices_period";--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_period" ON "invoices" USING btree ("company_id","period") WHERE "invoices"."kind" = 'period';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_upgrade" ON "invoices" USING btree ("company_id","period") WHERE "invoices"."kind" = 'upgrade' and "invoices"."status" = 'open';
