-- What an agent wrote and the channel did not take, until somebody decides what becomes of it.
CREATE INDEX "messages_not_delivered" ON "messages" ("company_id", "user_id", "created_at" DESC, "id" DESC) WHERE error_code IS NOT NULL;
