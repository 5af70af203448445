-- What a query stands for: its words as they are in the index; which share of the person's items it may be in, by the statistics (as if
-- words came together by chance, nothing for a word that is rare), and how many that are.
create function search_plan(viewer int, query tsquery) returns table (words text[], share float8, hits float8)
  language sql stable security definer set search_path = public, pg_temp as $$
  with asked as (
    select m[1] as word, m[2] like '%*%' as is_beginning
    from regexp_matches(querytree(query), '''([^'']*)''(:[*ABCD]*)?', 'g') m
  ), common as (
    select e.element, s.most_common_elem_freqs[e.n] as share from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[]) with ordinality e (element, n)
    where s.schemaname = 'public' and s.tablename = 'activity_search' and s.attname = 'tsv'
  ), shares as (
    select a.word, least(1, coalesce(sum(c.share), 0)) as share from asked a
    left join common c on c.element = a.word or (a.is_beginning and starts_with(c.element, a.word)) group by a.word
  ), mine as (
    select coalesce(sum(s.most_common_elem_freqs[e.n]), 0) * (
      select greatest(c.reltuples, 0) from pg_class c where c.oid = 'activity_search'::regclass) as items
    from pg_stats s cross join lateral unnest(s.most_common_elems::text::int[]) with ordinality e (element, n)
    where s.schemaname = 'public' and s.tablename = 'activity_search' and s.attname = 'viewers' and e.element = viewer
  ), together as (
    select case when coalesce(min(share), 1) = 0 then 0 else exp(coalesce(sum(ln(nullif(share, 0))), 0)) end as share from shares
  )
  select coalesce((select array_agg(word) from asked), '{}'), t.share, t.share * m.items
  from together t, mine m where app_instance() is not null
$$;

-- Of these items those that a query is in. The index of words is kept out of it: who asks has read the items by time.
create function search_among(viewer int, query tsquery, items bigint[]) returns setof bigint language sql stable
  security definer set search_path = public, pg_temp as $$
  select i.id from unnest(items) i (id) cross join lateral (
    select s.viewers, s.tsv from activity_search s where s.instance_id = app_instance() and s.activity_id = i.id offset 0
  ) s where s.viewers @> array[viewer] and s.tsv @@ query
$$;

revoke execute on function search_plan, search_among from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function search_plan, search_among to kontor_app;
  end if;
end $$;
