-- How an account signs in, and whether its reading was stopped.
alter table mail_account
  add column paused boolean not null default false,
  add column authentication text not null default 'password' check (authentication in ('password', 'oauth2')),
  add column token_url text,
  add column client_id text,
  add column sealed_client_secret text,
  add column sealed_refresh_token text;

alter table mail_folder
  -- The server's own name for a folder that stays when it is renamed (OBJECTID).
  add column mailbox_id text,
  -- How the folder was when it was last looked through completely.
  add column mark text,
  -- Not in the server's list any more; its copies wait to be found elsewhere.
  add column missing boolean not null default false;

alter table mail_copy
  -- Null while nobody knows where on the server the message is, or whether it is there at all.
  alter column uid drop not null,
  -- Where Kontor's lists say that the mail is.
  add column place text not null default 'inbox' check (place in ('inbox', 'trash', 'junk')),
  -- Where Kontor's people want it to be, until the server has it there.
  add column want_place text check (want_place in ('inbox', 'trash', 'junk')),
  -- Folder that Kontor took it away from.
  add column home text,
  -- Something happened on the server after which `place` may be wrong.
  add column recheck boolean not null default false,
  -- A move that was begun: to where, the first UID that its result can have, and its UID once that is known.
  add column target_path text,
  add column target_uid_validity bigint,
  add column target_next bigint,
  add column target_uid bigint,
  -- Could not be listed together with others and has a job of its own.
  add column alone boolean not null default false;

create index mail_copy_hash on mail_copy (instance_id, raw_hash);
create index mail_copy_recheck on mail_copy (instance_id, folder_id) where recheck;
drop index mail_copy_push;
create index mail_copy_push on mail_copy (instance_id, folder_id) where want_seen is not null or want_place is not null;
