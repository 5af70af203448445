-- The server processes that work on this database, and what only one of them does at a time. None of it belongs to an instance,
-- and none of it is for the role that answers requests.
create table server_process (
  process_id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Where it runs, for whoever looks after it.
  host text not null,
  pid int not null,
  -- Signs the process's id: who signs otherwise has another key file.
  proof text not null,
  -- Names in which the process holds jobs.
  job_pools text[] not null default '{}'
);

-- Whose turn something is. Goes with its process.
create table lease (
  name text primary key,
  process_id uuid not null references server_process on delete cascade
);
create index lease_process on lease (process_id);

-- Tickets that have opened a connection, for as long as they could be tried again.
create table used_ticket (
  ticket_id uuid primary key,
  until timestamptz not null
);
create index used_ticket_until on used_ticket (until);

-- How far the events of an instance were handed to the broker, for instances that somebody has listened to there.
create table broker_cursor (
  instance_id int primary key references instance on delete cascade,
  seq bigint not null
);

do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke all on server_process, lease, used_ticket, broker_cursor from kontor_app;
  end if;
end $$;
