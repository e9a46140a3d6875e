-- Two contacts that became one, with everything that moved: what undoing it gives back.
CREATE TABLE "contact_merges" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "kept_id" uuid NOT NULL,
  "gone_id" uuid NOT NULL,
  "place" integer NOT NULL,
  "user_id" uuid,
  "before" jsonb NOT NULL,
  "after" jsonb NOT NULL,
  "tickets" jsonb NOT NULL,
  "joined" jsonb NOT NULL,
  "message_ids" uuid[] NOT NULL,
  "schedule_ids" uuid[] NOT NULL,
  "addresses" jsonb NOT NULL,
  "fields" jsonb NOT NULL,
  "own_fields" jsonb NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "undone_at" timestamp with time zone,
  "undone_by" uuid,
  CONSTRAINT "contact_merges_pk" PRIMARY KEY ("company_id", "id"),
  CONSTRAINT "contact_merges_kept_fk" FOREIGN KEY ("company_id", "kept_id") REFERENCES "contacts" ("company_id", "id") ON DELETE CASCADE,
  CONSTRAINT "contact_merges_gone_fk" FOREIGN KEY ("company_id", "gone_id") REFERENCES "contacts" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX "contact_merges_place" ON "contact_merges" ("company_id", "kept_id", "place");
--> statement-breakpoint
CREATE INDEX "contact_merges_gone" ON "contact_merges" ("company_id", "gone_id");
--> statement-breakpoint
ALTER TABLE "contact_addresses" ADD COLUMN "reported_with_id" uuid;
--> statement-breakpoint
-- A ticket that goes from one contact to another concerns both: whoever knew the one by this ticket alone lets go of it.
CREATE OR REPLACE FUNCTION log_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD);
BEGIN
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW); END IF;
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'tickets', row.id::text, NULL, old_scope, new_scope);
  -- A thread is seen by whom its ticket is seen; entering a scope brings it whole, and the contact with it.
  IF old_scope IS DISTINCT FROM new_scope THEN
    PERFORM log_change(row.company_id, 'threads', row.id::text, NULL, old_scope, new_scope);
    PERFORM log_change(row.company_id, 'contacts', row.contact_id::text, row.id, NULL, NULL);
    IF TG_OP = 'UPDATE' AND OLD.contact_id <> NEW.contact_id THEN
      PERFORM log_change(row.company_id, 'contacts', OLD.contact_id::text, row.id, NULL, NULL);
    END IF;
  END IF;
  RETURN NULL;
END $$;
