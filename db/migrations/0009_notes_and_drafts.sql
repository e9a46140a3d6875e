CREATE TABLE "ticket_notes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_notes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "ticket_notes_ticket" FOREIGN KEY ("company_id","ticket_id") REFERENCES "tickets"("company_id","id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "ticket_notes_ticket" ON "ticket_notes" USING btree ("company_id","ticket_id","created_at");
--> statement-breakpoint
CREATE TABLE "drafts" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"text" text NOT NULL,
	"writer_id" uuid NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_company_id_user_id_ticket_id_pk" PRIMARY KEY("company_id","user_id","ticket_id"),
	CONSTRAINT "drafts_user" FOREIGN KEY ("company_id","user_id") REFERENCES "users"("company_id","id") ON DELETE cascade,
	CONSTRAINT "drafts_ticket" FOREIGN KEY ("company_id","ticket_id") REFERENCES "tickets"("company_id","id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "drafts_ticket" ON "drafts" USING btree ("company_id","ticket_id");
--> statement-breakpoint
-- A ticket's notes travel in its document.
CREATE FUNCTION log_ticket_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row ticket_notes := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, NULL, NULL, NULL);
  IF TG_OP = 'UPDATE' AND NEW.ticket_id <> OLD.ticket_id THEN
    PERFORM log_change(OLD.company_id, 'tickets', OLD.ticket_id::text, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_ticket_note AFTER INSERT OR UPDATE OR DELETE ON ticket_notes FOR EACH ROW EXECUTE FUNCTION log_ticket_note();
--> statement-breakpoint
-- A draft is its writer's alone: the scope names them. The document's id is the ticket's.
CREATE FUNCTION log_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row drafts := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.ticket_id <> OLD.ticket_id THEN
    PERFORM log_change(OLD.company_id, 'drafts', OLD.ticket_id::text, NULL, jsonb_build_object('userId', OLD.user_id), NULL);
  ELSIF TG_OP = 'UPDATE' AND OLD.text = NEW.text THEN
    RETURN NULL;
  END IF;
  PERFORM log_change(row.company_id, 'drafts', row.ticket_id::text, NULL,
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('userId', OLD.user_id) END,
    CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('userId', NEW.user_id) END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_draft AFTER INSERT OR UPDATE OR DELETE ON drafts FOR EACH ROW EXECUTE FUNCTION log_draft();
