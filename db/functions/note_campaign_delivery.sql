-- Writes the delivery status of a campaign's message into its recipient. A trigger, because the status has many
-- writers: acceptance, receipts, failures, retries and discarding. `progress`: 8 delivered, 16 read.
CREATE OR REPLACE FUNCTION note_campaign_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  failed_at timestamptz := CASE WHEN NEW.error_code IS NOT NULL THEN clock_timestamp() END;
  ended text := CASE WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'excluded' WHEN NEW.error_code IS NOT NULL THEN 'failed' END;
  ended_by text := CASE WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'optedOut' ELSE NEW.error_code END;
BEGIN
  UPDATE campaign_recipients AS r SET
    progress = r.progress | CASE WHEN NEW.ack >= 3 THEN 24 WHEN NEW.ack = 2 THEN 8 ELSE 0 END,
    delivered_at = coalesce(r.delivered_at, NEW.delivered_at, NEW.read_at),
    read_at = coalesce(r.read_at, NEW.read_at),
    state = CASE
      WHEN ended IS NOT NULL THEN ended
      WHEN r.progress & 32 > 0 THEN 'replied'
      WHEN NEW.ack >= 3 THEN 'read'
      WHEN NEW.ack = 2 THEN 'delivered'
      ELSE 'sent' END,
    reason = ended_by,
    ended_at = CASE WHEN failed_at IS NOT NULL THEN coalesce(r.ended_at, failed_at) END
  WHERE r.company_id = NEW.company_id AND r.message_id = NEW.id
    AND (r.state IN ('sent', 'delivered', 'read', 'replied', 'failed') OR r.reason = 'optedOut');
  UPDATE campaign_recipients AS r SET
    state = coalesce(ended, 'asked'),
    reason = ended_by,
    ended_at = CASE WHEN failed_at IS NOT NULL THEN coalesce(r.ended_at, failed_at) END
  WHERE r.company_id = NEW.company_id AND r.ask_message_id = NEW.id AND r.message_id IS NULL
    AND r.reason IS DISTINCT FROM ended_by
    AND (r.state IN ('asked', 'failed') OR r.reason = 'optedOut');
  RETURN NULL;
END $$;

CREATE TRIGGER note_campaign_delivery AFTER UPDATE OF ack, error_code ON messages FOR EACH ROW WHEN (((new.origin = 'campaign'::text) AND ((new.ack <> old.ack) OR (new.error_code IS DISTINCT FROM old.error_code)))) EXECUTE FUNCTION note_campaign_delivery();
