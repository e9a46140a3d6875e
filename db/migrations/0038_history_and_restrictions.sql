-- How many days of what a phone held before it was linked are taken in; 0: nothing.
ALTER TABLE "connections" ADD COLUMN "history_days" integer DEFAULT 7 NOT NULL;
--> statement-breakpoint
-- Since when it is as it is, and until when the channel lets it write to nobody new.
ALTER TABLE "connections" ADD COLUMN "state_since" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
UPDATE "connections" SET "state_since" = "updated_at";
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "first_contacts_after" timestamp with time zone;
--> statement-breakpoint
-- Where it lies with the channel, and is fetched when somebody asks for it.
ALTER TYPE "media_state" ADD VALUE 'remote';
