-- Writes changes of the contact's schedules when a ticket comes, goes or changes hands: a schedule is seen by those who
-- see a ticket of its contact. Devices keep schedules that are pending or at most 31 days old and start anew after 30
-- days: none has one older than 62 days.
CREATE OR REPLACE FUNCTION log_schedules_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD); schedule record;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.contact_id, OLD.queue_id, OLD.user_id)
    IS NOT DISTINCT FROM (NEW.contact_id, NEW.queue_id, NEW.user_id) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD.status::text, OLD.queue_id, OLD.user_id, OLD.contact_id); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW.status::text, NEW.queue_id, NEW.user_id, NEW.contact_id); END IF;
  FOR schedule IN
    SELECT id FROM schedules
    WHERE company_id = row.company_id
      AND contact_id = ANY (ARRAY[(old_scope ->> 'contactId')::uuid, (new_scope ->> 'contactId')::uuid])
      AND (status = 'pending' OR send_at > now() - interval '62 days')
  LOOP
    PERFORM log_change(row.company_id, 'schedules', schedule.id::text, row.id, old_scope, new_scope);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_schedules_of_ticket AFTER INSERT OR DELETE OR UPDATE OF contact_id, queue_id, user_id ON tickets FOR EACH ROW EXECUTE FUNCTION log_schedules_of_ticket();
