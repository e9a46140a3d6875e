-- Campaigns that were scheduled by HTTP, until a user has confirmed their dry run.
ALTER TABLE "campaigns" ADD COLUMN "needs_review" boolean DEFAULT false NOT NULL;
