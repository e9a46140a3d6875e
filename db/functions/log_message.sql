-- Writes a change of a message into its thread, and of the ticket where its list row shows it.
CREATE OR REPLACE FUNCTION log_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row messages := coalesce(NEW, OLD);
  unseen text[] := '{send_after,send_tries,provider_id,chat_key,reaction_after,reaction_turn,edit_after,edit_turn,told_body,answer_to}';
BEGIN
  -- What only the sender loop or the ticket's row cares about is no change to anybody else.
  IF TG_OP = 'UPDATE' AND (to_jsonb(OLD) - unseen) = (to_jsonb(NEW) - unseen) THEN
    RETURN NULL;
  END IF;
  PERFORM log_change(row.company_id, 'threads', row.ticket_id::text, CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE row.id END, NULL, NULL);
  IF TG_OP = 'UPDATE' AND NEW.ticket_id <> OLD.ticket_id THEN
    PERFORM log_change(OLD.company_id, 'threads', OLD.ticket_id::text, NULL, NULL, NULL);
  END IF;
  -- The list shows the last message's text and tick, and the last reaction; in a waiting ticket, the contact's last words.
  IF EXISTS (SELECT FROM tickets t LEFT JOIN messages last ON last.company_id = t.company_id AND last.id = t.last_message_id
      WHERE t.company_id = row.company_id AND t.id = row.ticket_id
      AND ((TG_OP = 'UPDATE' AND (t.last_message_id = row.id OR t.last_reaction_id = row.id))
        OR (NOT row.from_me AND last.from_me AND t.status = 'pending'))) THEN
    PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER log_message AFTER INSERT OR DELETE OR UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION log_message();
