-- Writes one change of each mail whose recipients a statement has changed, for its author. No device keeps mails:
-- screens ask again.
CREATE OR REPLACE FUNCTION log_mail_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE mail record; author uuid;
BEGIN
  FOR mail IN SELECT DISTINCT company_id, mail_id FROM changed LOOP
    SELECT user_id INTO author FROM mails WHERE company_id = mail.company_id AND id = mail.mail_id;
    IF FOUND THEN
      PERFORM log_change(mail.company_id, 'mails', mail.mail_id::text, NULL, NULL, jsonb_build_object('userId', author));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_mail_recipients_insert AFTER INSERT ON mail_recipients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_mail_recipients();
CREATE TRIGGER log_mail_recipients_update AFTER UPDATE ON mail_recipients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_mail_recipients();
