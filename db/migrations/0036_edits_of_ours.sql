-- What an agent wrote and changed after it had gone out: when the channel may be told, which change it is, and what it shows meanwhile.
ALTER TABLE "messages" ADD COLUMN "edit_after" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edit_turn" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "told_body" text;
--> statement-breakpoint
CREATE INDEX "messages_edits_due" ON "messages" USING btree ("company_id","connection_id") WHERE edit_after is not null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row messages := coalesce(NEW, OLD);
  unseen text[] := '{send_after,send_tries,provider_id,chat_key,reaction_after,reaction_turn,edit_after,edit_turn,told_body}';
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
