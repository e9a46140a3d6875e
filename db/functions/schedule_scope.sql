-- Returns the scope of a scheduled message's change.
CREATE OR REPLACE FUNCTION schedule_scope(user_id uuid, contact_id uuid) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('userId', user_id, 'contactId', contact_id)
$$;
