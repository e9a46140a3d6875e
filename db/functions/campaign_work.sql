-- Returns the work of campaigns that is due (`campaign_work_of`), of the companies that may work.
CREATE OR REPLACE FUNCTION campaign_work(at timestamptz, asked_before timestamptz, companies uuid[])
  RETURNS TABLE (kind text, company_id uuid, campaign_id uuid, connection_id uuid, due_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; receives boolean;
BEGIN
  FOR kind, company_id, campaign_id, connection_id, due_at IN SELECT w.* FROM campaign_work_of(at, asked_before, companies) w ORDER BY w.company_id LOOP
    IF company IS DISTINCT FROM company_id THEN
      company := company_id;
      receives := company_receives(company, at);
    END IF;
    IF receives THEN RETURN NEXT; END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION campaign_work(timestamptz, timestamptz, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION campaign_work(timestamptz, timestamptz, uuid[]) TO balcao_app;
