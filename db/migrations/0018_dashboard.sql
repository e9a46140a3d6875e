-- How long what an event ended had lasted: an acceptance the contact's wait, a closing the service.
ALTER TABLE "ticket_events" ADD COLUMN "seconds" integer;
--> statement-breakpoint
-- The wait is from where the contact came (or came back) to the first acceptance after it; the service from the first
-- step of an agent after the last closing to this one. Null: there was none.
CREATE FUNCTION event_seconds(company uuid, ticket uuid, own uuid, kind text, until timestamptz) RETURNS integer
  LANGUAGE plpgsql STABLE SET search_path = public AS $$
DECLARE began timestamptz; ended timestamptz;
BEGIN
  IF kind = 'accepted' THEN
    SELECT max(at) INTO began FROM ticket_events
    WHERE company_id = company AND ticket_id = ticket AND id <> own AND at <= until AND type IN ('created', 'returnedByContact');
    IF EXISTS (SELECT FROM ticket_events WHERE company_id = company AND ticket_id = ticket AND id <> own
        AND type = 'accepted' AND at >= began AND at <= until) THEN
      RETURN NULL;
    END IF;
  ELSIF kind = 'closed' THEN
    SELECT max(at) INTO ended FROM ticket_events
    WHERE company_id = company AND ticket_id = ticket AND id <> own AND at <= until AND type = 'closed';
    SELECT min(at) INTO began FROM ticket_events
    WHERE company_id = company AND ticket_id = ticket AND id <> own AND at <= until AND at >= coalesce(ended, '-infinity')
      AND (type IN ('accepted', 'reopened') OR (type = 'created' AND user_id IS NOT NULL));
  END IF;
  RETURN extract(epoch FROM until - began)::integer;
END $$;
--> statement-breakpoint
UPDATE ticket_events SET seconds = event_seconds(company_id, ticket_id, id, type, at) WHERE type IN ('accepted', 'closed');
--> statement-breakpoint
CREATE INDEX "ticket_events_period" ON "ticket_events" USING btree ("company_id","type","at") INCLUDE ("user_id","seconds");
--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("company_id","created_at");
--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("company_id","created_at");
--> statement-breakpoint
-- What contacts said of the service: 1 unsatisfied, 2 satisfied, 3 very satisfied.
CREATE TABLE "ticket_ratings" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "ticket_id" uuid NOT NULL,
  "user_id" uuid,
  "rating" smallint NOT NULL,
  "at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "ticket_ratings_pk" PRIMARY KEY ("company_id", "id"),
  CONSTRAINT "ticket_ratings_rating" CHECK (rating between 1 and 3),
  CONSTRAINT "ticket_ratings_ticket_fk" FOREIGN KEY ("company_id", "ticket_id") REFERENCES "tickets" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "ticket_ratings_period" ON "ticket_ratings" USING btree ("company_id","at");
--> statement-breakpoint
CREATE INDEX "ticket_ratings_ticket" ON "ticket_ratings" USING btree ("company_id","ticket_id");
