create table app_user (
  instance_id int not null references instance on delete cascade,
  user_id int generated always as identity,
  user_name text not null,
  first_name text not null default '',
  last_name text not null default '',
  initial text not null default '',
  avatar text,
  email text,
  password_hash text,
  rights int not null default 0,
  is_administrator boolean not null default false,
  is_unlocked boolean not null default true,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (instance_id, user_id),
  unique (instance_id, user_name)
);

create table session (
  instance_id int not null,
  session_id uuid not null,
  user_id int not null,
  kind text not null check (kind in ('cookie', 'bearer')),
  token_hash bytea not null,
  previous_token_hash bytea,
  token_issued_at timestamptz not null,
  -- False from a renewal until the new token comes in: so long the one before it is good, for its answer may have been lost.
  token_used boolean not null default true,
  device text not null default '',
  address text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (instance_id, session_id),
  unique (instance_id, token_hash),
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index session_previous on session (instance_id, previous_token_hash) where previous_token_hash is not null;
create index session_person on session (instance_id, user_id);

-- A container of items that people belong to: a mailbox, a document box, a call list.
create table box (
  instance_id int not null references instance on delete cascade,
  box_id int generated always as identity,
  module smallint not null,
  name text not null,
  is_virtual boolean not null default false,
  shared_state boolean not null default true,
  primary key (instance_id, box_id)
);

create table box_member (
  instance_id int not null,
  box_id int not null,
  user_id int not null,
  primary key (instance_id, box_id, user_id),
  foreign key (instance_id, box_id) references box on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index box_member_user on box_member (instance_id, user_id);

call wall(array['app_user', 'session', 'box', 'box_member']);
