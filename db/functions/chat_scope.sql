-- Returns the scope of a change of an internal chat: the ids of the members whom it concerns.
CREATE OR REPLACE FUNCTION chat_scope(user_ids uuid[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('userIds', to_jsonb(user_ids))
$$;
