-- What is answered about names that nobody bears follows from it. Keys are rotated; this stays, so that the answers stay.
alter table instance add column chance uuid not null default gen_random_uuid();
