-- The list of users comes in the order of their names, page by page.
CREATE INDEX "users_name" ON "users" ("company_id", "name", "id");
