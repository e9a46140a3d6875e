-- The companies in which a waiting ticket may have to go on by itself: to another queue, or to another agent.
CREATE INDEX "tickets_waiting" ON "tickets" ("company_id", "queue_id") WHERE status = 'pending' AND NOT is_group;
--> statement-breakpoint
CREATE FUNCTION companies_with_waiting_tickets() RETURNS TABLE (company_id uuid, what text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT DISTINCT t.company_id, 'redirect' FROM tickets t
    JOIN connections c ON c.company_id = t.company_id AND c.id = t.connection_id
    WHERE t.status = 'pending' AND NOT t.is_group AND t.queue_id IS NULL
      AND c.redirect_after_minutes > 0 AND c.redirect_queue_id IS NOT NULL
  UNION ALL
  SELECT DISTINCT t.company_id, 'rotate' FROM tickets t
    JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
    WHERE t.status = 'pending' AND NOT t.is_group AND NOT t.is_bot AND q.is_rotating
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION companies_with_waiting_tickets() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION companies_with_waiting_tickets() TO balcao_app;
