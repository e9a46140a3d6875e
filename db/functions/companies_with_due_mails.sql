-- Returns the companies with mails that are due. A company past its due date sends none, but an attempt that ended
-- without a result is recorded.
CREATE OR REPLACE FUNCTION companies_with_due_mails(at timestamptz, companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE due uuid; was_sending boolean; company companies;
BEGIN
  FOR due, was_sending IN SELECT r.company_id, bool_or(r.state = 'sending') FROM mail_recipients r
    WHERE (companies_with_due_mails.companies IS NULL OR r.company_id = ANY (companies_with_due_mails.companies))
      AND r.state IN ('sending', 'waiting') AND r.due_at <= at AND (r.lease_until < at OR r.lease_until IS NULL AND r.state = 'waiting')
    GROUP BY r.company_id
  LOOP
    SELECT c.* INTO company FROM companies c WHERE c.id = due;
    IF was_sending OR company_standing(company, at) = 'works' THEN RETURN NEXT due; END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION companies_with_due_mails(timestamptz, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION companies_with_due_mails(timestamptz, uuid[]) TO balcao_app;
COMMENT ON FUNCTION companies_with_due_mails(timestamptz, uuid[]) IS 'over all companies';
