-- A contact that only enters or leaves somebody's sight with its ticket was not edited: such a change names the ticket
-- in part_id, so that an edit in between can be told from it.
CREATE OR REPLACE FUNCTION log_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD);
BEGIN
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW); END IF;
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'tickets', row.id::text, NULL, old_scope, new_scope);
  -- A thread is seen by whom its ticket is seen; entering a scope brings it whole, and the contact with it.
  IF old_scope IS DISTINCT FROM new_scope THEN
    PERFORM log_change(row.company_id, 'threads', row.id::text, NULL, old_scope, new_scope);
    PERFORM log_change(row.company_id, 'contacts', row.contact_id::text, row.id, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
