-- Events get their numbers when no other transaction of the instance can commit before theirs. Returns the highest number that the instance had
-- before them and the highest of theirs, so that a process which hands them on knows whether anything lies between. What is read here is read behind
-- the lock: each statement of a function sees what was committed until the statement began.
create function append_events(lock_key int, of_instance int, touched int[], topics text, bodies text)
  returns table (before bigint, last bigint) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if of_instance is distinct from public.app_instance() then
    raise exception 'The events are of another instance' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(lock_key, of_instance);
  before := coalesce((select max(o.seq) from public.event_outbox o where o.instance_id = of_instance), 0);
  insert into public.change_stamp as known (instance_id, user_id, stamp)
    select of_instance, t.id, 1 from unnest(touched) as t (id)
    on conflict (instance_id, user_id) do update set stamp = known.stamp + 1;
  with written as (
    insert into public.event_outbox (instance_id, topic, body)
    select of_instance, e.topic, e.body
    from unnest(string_to_array(topics, chr(10)), string_to_array(bodies, chr(10))) with ordinality as e (topic, body, n)
    order by e.n returning seq
  ) select max(seq) into last from written;
  return next;
end $$;
revoke execute on function append_events from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function append_events to kontor_app;
  end if;
end $$;
