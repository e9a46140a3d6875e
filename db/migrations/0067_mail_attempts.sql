ALTER TABLE "mail_recipients" ADD COLUMN "attempt_times" timestamp with time zone[] DEFAULT '{}' NOT NULL;
