ALTER TABLE "messages" ADD COLUMN "reaction_after" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reaction_turn" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_voice" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "last_reaction_id" uuid;
--> statement-breakpoint
CREATE INDEX "messages_reactions_due" ON "messages" USING btree ("company_id","connection_id") WHERE reaction_after is not null;
--> statement-breakpoint
CREATE INDEX "messages_files" ON "messages" USING btree ("company_id","ticket_id","created_at" DESC NULLS LAST,"seq" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE file_id is not null;
--> statement-breakpoint
CREATE INDEX "messages_file" ON "messages" USING btree ("company_id","file_id") WHERE file_id is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row messages := coalesce(NEW, OLD);
  unseen text[] := '{send_after,send_tries,provider_id,chat_key,reaction_after,reaction_turn}';
BEGIN
  -- What only the sender loop cares about is no change to anybody else.
  IF TG_OP = 'UPDATE' AND (to_jsonb(OLD) - unseen) = (to_jsonb(NEW) - unseen) THEN
    RETURN NULL;
  END IF;
  PERFORM log_change(row.company_id, 'threads', row.ticket_id::text, CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE row.id END, NULL, NULL);
  IF TG_OP = 'UPDATE' AND NEW.ticket_id <> OLD.ticket_id THEN
    PERFORM log_change(OLD.company_id, 'threads', OLD.ticket_id::text, NULL, NULL, NULL);
  END IF;
  -- The list shows the last message's text and tick, and the last reaction.
  IF TG_OP = 'UPDATE' AND EXISTS (SELECT FROM tickets WHERE company_id = row.company_id AND id = row.ticket_id
      AND (last_message_id = row.id OR last_reaction_id = row.id)) THEN
    PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
