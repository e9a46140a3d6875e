CREATE INDEX "tickets_recent" ON "tickets" USING btree ("company_id","last_message_at" DESC NULLS LAST,"id");--> statement-breakpoint
-- Which tickets' messages match, in which queue they were written and how many do: as messages_like, whose ids took
-- another look at each message. Stops at the given number of messages.
CREATE FUNCTION tickets_saying(pattern text, most int) RETURNS TABLE (ticket_id uuid, queue_id uuid, counted int)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT found.ticket_id, found.queue_id, count(*)::int FROM (
    SELECT m.ticket_id, m.queue_id FROM messages m
    WHERE m.company_id = nullif(current_setting('app.company', true), '')::uuid AND NOT m.is_deleted AND searchable(m.body) LIKE pattern
    LIMIT most
  ) found GROUP BY found.ticket_id, found.queue_id
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION tickets_saying(text, int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tickets_saying(text, int) TO balcao_app;
--> statement-breakpoint
DROP FUNCTION messages_like(text, int);
