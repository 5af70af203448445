-- A code that comes a second time has been overheard: then the session that it began ends too (RFC 6749, 4.1.2).
alter table sign_in_code
  add column tries int not null default 0,
  -- What it was exchanged for; that session may be swept before.
  add column session_id uuid;
