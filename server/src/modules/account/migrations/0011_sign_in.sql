-- Second factors, passkeys, one-time links, and the counts that slow guessing.
alter table app_user
  -- What passkeys know a person by: chance, and nothing about them.
  add column user_handle bytea,
  add column password_changed_at timestamptz;

alter table session
  add column signed_in_by text not null default 'password' check (signed_in_by in ('password', 'twoFactor', 'passkey'));

-- Tokens that were replaced, until the session ends: one that comes back is in the wrong hands.
create table replaced_token (
  instance_id int not null,
  token_hash bytea not null,
  session_id uuid not null,
  primary key (instance_id, token_hash),
  foreign key (instance_id, session_id) references session on delete cascade
);
create index replaced_token_session on replaced_token (instance_id, session_id);

create table user_factor (
  instance_id int not null,
  user_id int not null,
  -- Both sealed. The second was shown to the person and has not been confirmed yet.
  seed text,
  pending_seed text,
  enabled_at timestamptz,
  -- The last step of time whose code was used; none up to it is taken again.
  last_step bigint not null default 0,
  primary key (instance_id, user_id),
  foreign key (instance_id, user_id) references app_user on delete cascade,
  check ((seed is null) = (enabled_at is null))
);

create table backup_code (
  instance_id int not null,
  user_id int not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (instance_id, user_id, code_hash),
  foreign key (instance_id, user_id) references app_user on delete cascade
);

create table passkey (
  instance_id int not null,
  passkey_id int generated always as identity,
  user_id int not null,
  -- As browsers write it: base64url.
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  is_backed_up boolean not null default false,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (instance_id, passkey_id),
  unique (instance_id, credential_id),
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index passkey_person on passkey (instance_id, user_id);

-- A challenge that waits for its answer; gone with the first.
create table ceremony (
  instance_id int not null references instance on delete cascade,
  challenge_hash bytea not null,
  handle_hash bytea not null,
  kind text not null check (kind in ('registration', 'authentication')),
  -- Whose registration it is.
  session_id uuid,
  expires_at timestamptz not null,
  primary key (instance_id, challenge_hash)
);
create index ceremony_age on ceremony (instance_id, expires_at);

-- The key keeps one link a person and kind open.
create table one_time_link (
  instance_id int not null,
  user_id int not null,
  kind text not null check (kind in ('reset', 'invitation')),
  token_hash bytea not null,
  made_by int,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (instance_id, user_id, kind),
  unique (instance_id, token_hash),
  foreign key (instance_id, user_id) references app_user on delete cascade
);

-- When something was tried, of the last quarter of an hour: one row an account, address or device, so that its lock counts for all servers.
create table sign_in_try (
  instance_id int not null references instance on delete cascade,
  key text not null,
  at timestamptz[] not null,
  last_at timestamptz not null,
  primary key (instance_id, key)
);
create index sign_in_try_age on sign_in_try (instance_id, last_at);

call wall(array['replaced_token', 'user_factor', 'backup_code', 'passkey', 'ceremony', 'one_time_link', 'sign_in_try']);

-- Plain hashes of parameters let passwords in them be guessed. What has none is taken for the command that was sent before.
-- The owner is bound by the wall too, where it is no superuser.
alter table command_log no force row level security;
update command_log set request_hash = '';
alter table command_log force row level security;
