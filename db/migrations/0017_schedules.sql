ALTER TABLE "quick_messages" ADD COLUMN "updated_by" uuid;
