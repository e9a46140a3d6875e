-- Returns the key of a browser's push address in the directory.
CREATE OR REPLACE FUNCTION push_key(endpoint text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT encode(sha256(convert_to(endpoint, 'UTF8')), 'hex') $$;
