-- What a device proves itself with that says by itself where it is: SHA-256 of a token of one session. Nothing is kept of when it was used.
create table fence_token (
  instance_id int not null,
  session_id uuid not null,
  token_hash bytea not null,
  -- What the device calls itself.
  device_name text not null,
  created_at timestamptz not null,
  valid_until timestamptz not null,
  primary key (instance_id, session_id),
  unique (instance_id, token_hash),
  foreign key (instance_id, session_id) references session on delete cascade
);
call wall(array['fence_token']);

-- A session that has ended has neither keys nor a token, nor a place where its device said that somebody is.
create or replace function forget_automatic_keys() returns trigger language plpgsql as $$
begin
  delete from automatic_key where instance_id = new.instance_id and session_id = new.session_id;
  delete from fence_token where instance_id = new.instance_id and session_id = new.session_id;
  update user_presence set automatic_id = null, automatic_at = null, automatic_session = null, version = version + 1
    where instance_id = new.instance_id and user_id = new.user_id and automatic_session = new.session_id;
  return null;
end $$;
