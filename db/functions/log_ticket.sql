-- Writes a change of a ticket, and of its thread and contacts when its scope changes. A ticket that goes to another
-- contact concerns both: a device that knew the former contact by this ticket alone deletes it.
CREATE OR REPLACE FUNCTION log_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD.status::text, OLD.queue_id, OLD.user_id, OLD.contact_id); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW.status::text, NEW.queue_id, NEW.user_id, NEW.contact_id); END IF;
  PERFORM log_change(row.company_id, 'tickets', row.id::text, NULL, old_scope, new_scope);
  -- A thread is seen by whom its ticket is seen; entering a scope brings it whole, and the contact with it.
  IF old_scope IS DISTINCT FROM new_scope THEN
    PERFORM log_change(row.company_id, 'threads', row.id::text, NULL, old_scope, new_scope);
    PERFORM log_change(row.company_id, 'contacts', row.contact_id::text, row.id, NULL, NULL);
    IF TG_OP = 'UPDATE' AND OLD.contact_id <> NEW.contact_id THEN
      PERFORM log_change(row.company_id, 'contacts', OLD.contact_id::text, row.id, NULL, NULL);
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER log_ticket AFTER INSERT OR DELETE OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION log_ticket();
