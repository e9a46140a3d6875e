-- Returns a text as searches compare it. Immutable, so that an index can be built on it: after a change of this
-- function its indexes must be built again.
CREATE OR REPLACE FUNCTION searchable(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent', value)) $$;
