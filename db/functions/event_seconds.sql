-- Returns the seconds that a ticket's event ends. `accepted`: the wait from the contact's coming (or coming back) to
-- the first acceptance. `closed`: the service from the first step of an agent after the last closing. Null: there was
-- none.
CREATE OR REPLACE FUNCTION event_seconds(company uuid, ticket uuid, own uuid, kind text, until timestamptz) RETURNS integer
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
