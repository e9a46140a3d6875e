-- Returns the company of a session. The session's row is read and checked in the company.
CREATE OR REPLACE FUNCTION find_session_company(wanted text) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT k.company_id FROM company_keys k WHERE k.kind = 'session' AND k.key = wanted);
END $$;
REVOKE EXECUTE ON FUNCTION find_session_company(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_session_company(text) TO balcao_app;
