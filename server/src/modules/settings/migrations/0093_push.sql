-- What an instance signs its pushes with (VAPID, RFC 8292), made when it is first needed.
create table push_key (
  instance_id int primary key references instance on delete cascade,
  public_key text not null,
  sealed_key text not null
);

-- Devices that are reached while their app is closed, one a session.
create table push_device (
  instance_id int not null,
  device_id int generated always as identity,
  user_id int not null,
  session_id uuid not null,
  -- SHA-256 of the address; whoever has that could push to the device.
  endpoint_hash bytea not null,
  -- The subscription as the browser gave it: address and keys.
  sealed_subscription text not null,
  -- Tries in a row that failed; of five it is paused.
  failures int not null default 0,
  created_at timestamptz not null,
  primary key (instance_id, device_id),
  unique (instance_id, session_id),
  unique (instance_id, endpoint_hash),
  foreign key (instance_id, user_id) references app_user on delete cascade,
  foreign key (instance_id, session_id) references session on delete cascade
);
create index push_device_person on push_device (instance_id, user_id);

-- Sessions end in many ways, all of them by this column: none of them leaves a device that is pushed to.
create function forget_push_device() returns trigger language plpgsql as $$
begin
  delete from push_device where instance_id = new.instance_id and session_id = new.session_id;
  return null;
end $$;
create trigger session_ends_push after update of ended_at on session for each row
  when (new.ended_at is not null) execute function forget_push_device();

call wall(array['push_key', 'push_device']);
