-- Returns those of the wanted functions ("name hash", as `migrate` writes them) that were never applied to this database.
CREATE OR REPLACE FUNCTION unapplied_functions(wanted text[]) RETURNS SETOF text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT w FROM unnest(wanted) w
    WHERE NOT EXISTS (SELECT FROM drizzle.applied_functions a WHERE a.name || ' ' || a.hash = w);
END $$;
REVOKE EXECUTE ON FUNCTION unapplied_functions(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unapplied_functions(text[]) TO balcao_app;
