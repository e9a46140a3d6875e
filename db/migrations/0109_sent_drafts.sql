CREATE TABLE "sent_drafts" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"text" text NOT NULL,
	"base_rev" bigint NOT NULL,
	"writer_id" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sent_drafts_company_id_user_id_ticket_id_pk" PRIMARY KEY("company_id","user_id","ticket_id"),
	CONSTRAINT "sent_drafts_user" FOREIGN KEY ("company_id","user_id") REFERENCES "users"("company_id","id") ON DELETE cascade,
	CONSTRAINT "sent_drafts_ticket" FOREIGN KEY ("company_id","ticket_id") REFERENCES "tickets"("company_id","id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "sent_drafts_ticket" ON "sent_drafts" USING btree ("company_id","ticket_id");
--> statement-breakpoint
-- It stands in the same document as the draft, for its writer alone.
CREATE FUNCTION log_sent_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row sent_drafts := coalesce(NEW, OLD); scope jsonb := jsonb_build_object('userId', row.user_id);
BEGIN
  PERFORM log_change(row.company_id, 'drafts', row.ticket_id::text, NULL, scope, scope);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_sent_draft AFTER INSERT OR UPDATE OR DELETE ON sent_drafts FOR EACH ROW EXECUTE FUNCTION log_sent_draft();
