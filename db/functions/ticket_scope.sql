-- Returns the scope of a ticket's change. It takes columns instead of a row: on a node of a cluster a table has the
-- name of its shard.
CREATE OR REPLACE FUNCTION ticket_scope(status text, queue_id uuid, user_id uuid, contact_id uuid) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('status', status, 'queueId', queue_id, 'userId', user_id, 'contactId', contact_id)
$$;
