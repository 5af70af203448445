-- What every module stands on: the role that answers requests, the instances, and the two tables that make commands
-- take effect once and events leave in order.
create extension if not exists btree_gin;
create extension if not exists unaccent;

create text search configuration kontor (copy = german);
alter text search configuration kontor alter mapping for hword, hword_part, word with unaccent, german_stem;

-- The server works as this role, which row-level security binds. Where the owner may not create roles, the owner itself is bound by FORCE.
do $$
begin
  if not exists (select from pg_roles where rolname = 'kontor_app') then
    begin
      create role kontor_app nologin;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then raise notice 'kontor_app cannot be created; row-level security binds the owner instead';
    end;
  end if;
  if exists (select from pg_roles where rolname = 'kontor_app') then
    begin
      execute format('grant kontor_app to %I', current_user);
    exception when insufficient_privilege then null;
    end;
    grant usage on schema public to kontor_app;
    alter default privileges in schema public grant select, insert, update, delete on tables to kontor_app;
    alter default privileges in schema public grant usage, select on sequences to kontor_app;
  end if;
end $$;

-- Instance that the connection works for; no setting, no rows.
create function app_instance() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.instance', true), '')::int $$;

-- Puts the wall around a table: only rows of the connection's instance are there.
create procedure wall(tables text[]) language plpgsql as $$
declare name text;
begin
  foreach name in array tables loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (instance_id = (select app_instance()))', name);
  end loop;
end $$;

create table instance (
  instance_id int generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9]{1,63}$'),
  title text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table command_log (
  instance_id int not null references instance on delete cascade,
  user_id int not null,
  process_id uuid not null,
  command text not null,
  request_hash bytea not null,
  state text not null check (state in ('queued', 'done', 'failed')),
  parameters json,
  -- Text as it was, so that an answer given again is the same to the byte.
  answer json,
  created_at timestamptz not null default now(),
  primary key (instance_id, user_id, process_id)
);
create index command_log_age on command_log (created_at);

create table event_outbox (
  instance_id int not null,
  seq bigint generated always as identity,
  topic text not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (instance_id, seq)
);
create index event_outbox_age on event_outbox (created_at);

-- Counts the changes that a person may see, and as person 0 those that everybody may see: what was answered at the same count
-- is still true. Written with the events, under their lock.
create table change_stamp (
  instance_id int not null references instance on delete cascade,
  user_id int not null,
  stamp bigint not null,
  primary key (instance_id, user_id)
) with (fillfactor = 50);

call wall(array['command_log', 'change_stamp']);

-- Jobs are enqueued in the transaction that causes them, by a role that may not see the job tables.
create function add_job(identifier text, payload json, run_at timestamptz default null, job_key text default null,
  max_attempts int default null, queue_name text default null, job_key_mode text default 'replace')
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at,
    max_attempts => max_attempts, job_key => job_key, job_key_mode => job_key_mode);
end $$;
