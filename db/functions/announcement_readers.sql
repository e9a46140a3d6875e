-- Returns how many companies have a user who read the present edition of an announcement, and how many companies there
-- are. Transactions of the platform see no read marks; they get these numbers only.
CREATE OR REPLACE FUNCTION announcement_readers(ids uuid[]) RETURNS TABLE (announcement_id uuid, readers int, companies int)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE announcement record;
BEGIN
  IF current_setting('app.platform', true) IS DISTINCT FROM 'on' THEN RETURN; END IF;
  SELECT count(*)::int INTO companies FROM companies c WHERE c.deleted_at IS NULL;
  FOR announcement IN SELECT a.id, a.edition FROM announcements a WHERE a.id = ANY (ids) LOOP
    announcement_id := announcement.id;
    SELECT count(DISTINCT r.company_id)::int INTO readers FROM announcement_reads r JOIN companies c ON c.id = r.company_id
    WHERE r.announcement_id = announcement.id AND r.edition = announcement.edition AND c.deleted_at IS NULL;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION announcement_readers(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION announcement_readers(uuid[]) TO balcao_app;
COMMENT ON FUNCTION announcement_readers(uuid[]) IS 'over all companies';
