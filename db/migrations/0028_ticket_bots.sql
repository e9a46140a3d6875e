-- What the desk itself remembers of a ticket between two messages: a row, so that a restart anywhere is harmless.
CREATE TABLE "ticket_bots" (
  "company_id" uuid NOT NULL,
  "ticket_id" uuid NOT NULL,
  "stage" text DEFAULT 'new' NOT NULL,
  "option_id" uuid,
  "wrong_answers" smallint DEFAULT 0 NOT NULL,
  "out_of_hours_at" timestamp with time zone,
  "rating_asked_at" timestamp with time zone,
  "rating_user_id" uuid,
  "offered_at" timestamp with time zone,
  "offered_to" uuid[] DEFAULT '{}' NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "ticket_bots_pk" PRIMARY KEY ("company_id", "ticket_id"),
  CONSTRAINT "ticket_bots_stage" CHECK (stage IN ('new', 'queues', 'entering', 'options', 'typebot', 'done', 'off')),
  CONSTRAINT "ticket_bots_ticket_fk" FOREIGN KEY ("company_id", "ticket_id") REFERENCES "tickets" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "ticket_bots_rating" ON "ticket_bots" ("company_id", "rating_asked_at") WHERE rating_asked_at IS NOT NULL;
