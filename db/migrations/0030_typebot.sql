-- A conversation with a queue's flow: each question to it is a row, asked by whoever finds it unanswered.
ALTER TABLE "ticket_bots" ADD COLUMN "flow_session" text;
--> statement-breakpoint
ALTER TABLE "ticket_bots" ADD COLUMN "flow_round" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "ticket_bots" ADD COLUMN "flow_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "ticket_bots" ADD COLUMN "flow_choices" jsonb;
--> statement-breakpoint
CREATE TABLE "flow_turns" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "ticket_id" uuid NOT NULL,
  "round" integer NOT NULL,
  "input" text,
  "tries" integer DEFAULT 0 NOT NULL,
  "claimed_until" timestamp with time zone,
  "done_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "flow_turns_pk" PRIMARY KEY ("company_id", "id"),
  CONSTRAINT "flow_turns_ticket_fk" FOREIGN KEY ("company_id", "ticket_id") REFERENCES "tickets" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "flow_turns_ticket" ON "flow_turns" ("company_id", "ticket_id", "round", "id");
--> statement-breakpoint
CREATE INDEX "flow_turns_open" ON "flow_turns" ("company_id", "claimed_until") WHERE done_at IS NULL;
--> statement-breakpoint
-- For so long the other side is shown that somebody types, before the message goes.
ALTER TABLE "messages" ADD COLUMN "compose_ms" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE FUNCTION companies_with_open_turns() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT DISTINCT company_id FROM flow_turns WHERE done_at IS NULL
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION companies_with_open_turns() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION companies_with_open_turns() TO balcao_app;
