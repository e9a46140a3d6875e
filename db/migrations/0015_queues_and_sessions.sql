ALTER TABLE "queues" ADD COLUMN "rating_message" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "token" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "is_chatbot" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_enabled" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_url" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_slug" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_delay_ms" integer DEFAULT 1000 NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_expires_minutes" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_keyword_finish" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_keyword_restart" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_unknown_message" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "typebot_restart_message" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "queues_token" ON "queues" USING btree ("company_id","token") WHERE token <> '';
--> statement-breakpoint
-- The menu that a queue offers its contacts: options with options under them.
CREATE TABLE "queue_options" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "queue_id" uuid NOT NULL,
  "parent_id" uuid,
  "title" text NOT NULL,
  "message" text DEFAULT '' NOT NULL,
  "position" integer NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "queue_options_pk" PRIMARY KEY ("company_id", "id"),
  CONSTRAINT "queue_options_queue_fk" FOREIGN KEY ("company_id", "queue_id") REFERENCES "queues" ("company_id", "id") ON DELETE CASCADE,
  CONSTRAINT "queue_options_parent_fk" FOREIGN KEY ("company_id", "parent_id") REFERENCES "queue_options" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "queue_options_queue" ON "queue_options" USING btree ("company_id","queue_id","parent_id","position");
--> statement-breakpoint
CREATE INDEX "queue_options_parent" ON "queue_options" USING btree ("company_id","parent_id");
--> statement-breakpoint
-- A queue's menu is told as a change of the queue.
CREATE TRIGGER log_ref AFTER INSERT OR UPDATE OR DELETE ON queue_options FOR EACH ROW EXECUTE FUNCTION log_ref('queue', 'queue_id');
--> statement-breakpoint
-- What people call a session by: its id is the hash of a secret, and no screen needs to know it.
ALTER TABLE "sessions" ADD COLUMN "public_id" uuid DEFAULT gen_random_uuid() NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_public_id" ON "sessions" USING btree ("company_id","public_id");
