-- As in 0120, with what is said in parts of items that the person sees.
create or replace function search_record_items(viewer int, query tsquery, records bigint[], modules int[], since timestamptz, before timestamptz, most int)
  returns table (activity_id bigint, ts timestamptz) language sql stable security definer
  rows 50 set search_path = public, pg_temp as $$
  select f.activity_id, f.ts from (
    (select s.activity_id, s.ts from activity_search s
      where s.instance_id = app_instance() and s.viewers @> array[viewer] and s.tsv @@ query
        and s.activity_id in (
          select l.activity_id from activity_record l where l.instance_id = app_instance() and l.record_id = any(records))
        and (modules is null or s.module = any(modules))
        and (since is null or s.ts >= since) and (before is null or s.ts < before)
      order by s.ts desc, s.activity_id desc limit most)
    union all
    (select distinct p.activity_id, p.ts from activity_part p
      where p.instance_id = app_instance() and p.viewers @> array[viewer] and p.tsv @@ query
        and p.activity_id in (
          select l.activity_id from activity_record l where l.instance_id = app_instance() and l.record_id = any(records))
        and (modules is null or p.module = any(modules))
        and (since is null or p.ts >= since) and (before is null or p.ts < before)
        and sees_texts(p, viewer)
        and not exists (select from activity_search s where s.instance_id = p.instance_id and s.activity_id = p.activity_id
          and s.viewers @> array[viewer] and s.tsv @@ query)
      order by p.ts desc, p.activity_id desc limit most)
  ) f order by f.ts desc, f.activity_id desc limit most
$$;
