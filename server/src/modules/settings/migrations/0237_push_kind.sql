-- How a device is reached: by a browser's push service, Apple's, Google's, or a distributor that the person has chosen.
alter table push_device add column kind text not null default 'browser' check (kind in ('browser', 'apns', 'fcm', 'unifiedpush'));

-- How far the last push has come that a session sent to itself to try the way. There is one a session.
create table push_test (
  instance_id int not null,
  session_id uuid not null,
  test_id uuid not null,
  -- What the way is: with or without a relay.
  relayed boolean not null,
  begun_at timestamptz not null,
  sent_at timestamptz,
  relay_at timestamptz,
  service_at timestamptz,
  arrived_at timestamptz,
  -- What went wrong last, and nothing where nothing did.
  problem text,
  primary key (instance_id, session_id),
  foreign key (instance_id, session_id) references session on delete cascade
);
call wall(array['push_test']);

-- A session that has ended has neither a device nor a test.
create or replace function forget_push_device() returns trigger language plpgsql as $$
begin
  delete from push_device where instance_id = new.instance_id and session_id = new.session_id;
  delete from push_test where instance_id = new.instance_id and session_id = new.session_id;
  return null;
end $$;
