-- Returns the id of the message that an attempt of a schedule creates. `derivedId` computes the same in the domain.
CREATE OR REPLACE FUNCTION scheduled_message_id(schedule uuid, attempt integer) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-8' || substr(hex, 14, 3) || '-'
    || to_hex((('x' || substr(hex, 17, 1))::bit(4)::int & 3) | 8) || substr(hex, 18, 3) || '-' || substr(hex, 21, 12))::uuid
  FROM (SELECT encode(sha256(('scheduled message ' || schedule::text
    || CASE WHEN attempt = 0 THEN '' ELSE ' attempt ' || attempt::text END)::bytea), 'hex') AS hex) AS hashed
$$;
