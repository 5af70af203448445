-- Passwords for programs that know no other way to sign in, each good for one purpose alone.
create table app_password (
  instance_id int not null,
  app_password_id int generated always as identity,
  user_id int not null,
  name text not null,
  -- What it is good for: `calendar`.
  scope text not null,
  -- SHA-256: it is all chance, so nobody finds it by trying.
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (instance_id, app_password_id),
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create unique index app_password_hash on app_password (instance_id, secret_hash);
create index app_password_person on app_password (instance_id, user_id);

call wall(array['app_password']);
