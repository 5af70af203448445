-- Two who give an item more viewers at once: the second must count the first one's, which only a statement after the wait sees.
create or replace function put_search_viewers(items bigint[]) returns void language sql volatile security definer
  set search_path = public, pg_temp as $$
  select from activity_search s where s.instance_id = app_instance() and s.activity_id = any(items)
    order by s.activity_id for update;
  update activity_search s set viewers = coalesce((
    select array_agg(v.user_id order by v.user_id) from activity_user v
    where v.instance_id = app_instance() and v.activity_id = s.activity_id), '{}')
  where s.instance_id = app_instance() and s.activity_id = any(items)
$$;
