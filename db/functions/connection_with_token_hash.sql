-- Returns the connection of a token for external sending, before the company is known. The connection's own row
-- decides.
CREATE OR REPLACE FUNCTION connection_with_token_hash(wanted text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k WHERE k.kind = 'token' AND k.key = wanted;
  IF FOUND THEN
    RETURN QUERY SELECT c.company_id, c.id FROM connections c WHERE c.company_id = company AND c.id = holder AND c.token_hash = wanted;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION connection_with_token_hash(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION connection_with_token_hash(text) TO balcao_app;
