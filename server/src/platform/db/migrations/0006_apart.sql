-- What no wall stood around: the names of other instances, events in their names, and jobs of theirs. The owner, who relays events and
-- runs jobs for all of them, is not bound by these policies.
alter table instance enable row level security;
create policy own on instance for select using (instance_id = (select app_instance()));

alter table event_outbox enable row level security;
create policy own on event_outbox for insert with check (instance_id = (select app_instance()));

create or replace function add_job(identifier text, payload json, run_at timestamptz default null, job_key text default null,
  max_attempts int default null, queue_name text default null, job_key_mode text default 'replace')
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (payload ->> 'instanceId')::int is distinct from coalesce(public.app_instance(), (payload ->> 'instanceId')::int) then
    raise exception 'The job is of another instance' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at,
    max_attempts => max_attempts, job_key => job_key, job_key_mode => job_key_mode);
end $$;
revoke execute on function add_job from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function add_job to kontor_app;
  end if;
end $$;
