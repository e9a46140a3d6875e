DROP INDEX "tickets_one_open";--> statement-breakpoint
ALTER TABLE "contact_addresses" ALTER COLUMN "kind" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "tickets" ALTER COLUMN "status" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "tickets" ALTER COLUMN "status" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "tickets" ALTER COLUMN "status" SET DEFAULT 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_one_open" ON "tickets" USING btree ("company_id","contact_id","connection_id") WHERE status <> 'closed';--> statement-breakpoint
ALTER TABLE "contact_addresses" ADD CONSTRAINT "contact_addresses_kind" CHECK (kind in ('phone', 'lid', 'facebook', 'instagram', 'group'));--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_status" CHECK (status in ('pending', 'open', 'closed'));--> statement-breakpoint
DROP TYPE "public"."address_kind";--> statement-breakpoint
DROP TYPE "public"."ticket_status";
