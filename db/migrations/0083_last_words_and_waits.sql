-- The row of a conversation shows the last message that a person wrote, and since when the contact waits.
ALTER TABLE "messages" ADD COLUMN "answer_to" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "tickets_customer" ON "tickets" USING btree ("company_id","last_customer_message_at");--> statement-breakpoint
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
--> statement-breakpoint
DO $$
DECLARE company uuid;
BEGIN
  FOR company IN SELECT id FROM companies LOOP
    -- A digit or the menu's key after a question of the desk answers it.
    UPDATE messages m SET answer_to = CASE q.origin WHEN 'rating' THEN 'rating' WHEN 'campaign' THEN 'confirmation' ELSE 'menu' END
    FROM (
      SELECT a.id, (SELECT p.origin FROM messages p
        WHERE p.company_id = company AND p.ticket_id = a.ticket_id AND (p.created_at, p.seq, p.id) < (a.created_at, a.seq, a.id)
        ORDER BY p.created_at DESC, p.seq DESC, p.id DESC LIMIT 1) AS origin
      FROM messages a
      WHERE a.company_id = company AND NOT a.from_me AND a.media_type = 'chat' AND length(a.body) <= 12
        AND a.body ~ '^[\s*_[(]*(\d{1,3}|#)[^[:alnum:]]*$'
    ) q
    WHERE m.company_id = company AND m.id = q.id AND q.origin IN ('menu', 'flow', 'rating', 'campaign');
    UPDATE tickets t SET last_message_id = (SELECT m.id FROM messages m
        WHERE m.company_id = company AND m.ticket_id = t.id AND m.answer_to IS NULL AND (m.origin IS NULL OR m.origin = 'schedule')
        ORDER BY m.created_at DESC, m.seq DESC, m.id DESC LIMIT 1),
      last_message_at = coalesce((SELECT m.created_at FROM messages m
        WHERE m.company_id = company AND m.ticket_id = t.id AND m.answer_to IS NULL AND (m.origin IS NULL OR m.origin = 'schedule')
        ORDER BY m.created_at DESC, m.seq DESC, m.id DESC LIMIT 1), t.created_at)
    FROM messages last
    WHERE t.company_id = company AND last.company_id = company AND last.id = t.last_message_id
      AND (last.answer_to IS NOT NULL OR last.origin <> 'schedule');
    -- The contact waits since their first message after the last reply; in a queue that the bot chose, since then.
    UPDATE tickets t SET waiting_since = greatest((SELECT min(m.created_at) FROM messages m
        WHERE m.company_id = company AND m.ticket_id = t.id AND NOT m.from_me AND m.answer_to IS NULL AND m.created_at > coalesce(
          (SELECT max(o.created_at) FROM messages o
            WHERE o.company_id = company AND o.ticket_id = t.id AND o.from_me AND o.origin IS NULL), '-infinity')),
      CASE t.status WHEN 'pending' THEN (SELECT max(e.at) FROM ticket_events e WHERE e.company_id = company AND e.ticket_id = t.id
        AND e.type IN ('returned', 'transferred', 'routed', 'handedOver', 'redirected')) END)
    WHERE t.company_id = company AND t.status <> 'closed' AND NOT t.is_bot;
  END LOOP;
END $$;
