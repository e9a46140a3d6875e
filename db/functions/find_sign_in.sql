-- Returns the user of an e-mail address. The directory names the company; the company's row decides, and a key without
-- its row finds nothing.
CREATE OR REPLACE FUNCTION find_sign_in(wanted text) RETURNS TABLE (company_id uuid, user_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k WHERE k.kind = 'email' AND k.key = lower(wanted);
  IF FOUND THEN
    RETURN QUERY SELECT u.company_id, u.id FROM users u WHERE u.company_id = company AND u.id = holder AND u.email = lower(wanted);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION find_sign_in(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_sign_in(text) TO balcao_app;
