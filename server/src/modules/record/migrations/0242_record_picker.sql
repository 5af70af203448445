-- Records by words among some kinds: no more is read than is shown, however many titles begin with what is typed.
create index record_search_kind_title on record_search (instance_id, kind_id, title);
create index record_search_kind_changed on record_search (instance_id, kind_id, changed_at desc, record_id desc);

-- Of hits of which there are many the newest are found first, by looking through the records that changed last; where that does not suffice the index
-- of words is asked, which knows of no order. One kind is written as such: its own index is read then.
create function search_words_in(kinds int[], query text, most int) returns table (record_id bigint, changed_at bigint) language plpgsql stable
  security definer rows 20 set search_path = public, pg_temp as $$
declare
  found bigint[];
  newest int;
  within text := case when cardinality(kinds) = 1 then 's.kind_id = ($3::int[])[1]' else 's.kind_id = any($3::int[])' end;
begin
  if query is null or cardinality(kinds) = 0 then return; end if;
  foreach newest in array array[1000, 10000] loop
    execute format($q$
      select array_agg(f.record_id) from (
        select n.record_id from (
          select s.* from record_search s where s.instance_id = app_instance() and %s
          order by s.changed_at desc, s.record_id desc limit %s
        ) n where n.tsv @@ $1::tsquery order by n.changed_at desc, n.record_id desc limit $2) f
    $q$, within, newest) into found using query, most, kinds;
    exit when coalesce(cardinality(found), 0) >= most;
  end loop;
  if coalesce(cardinality(found), 0) < most then
    execute format($q$
      with hits as materialized (
        select s.record_id, s.changed_at from record_search s where s.instance_id = app_instance() and %s and s.tsv @@ $1::tsquery)
      select array_agg(f.record_id) from (
        select h.record_id from hits h order by h.changed_at desc, h.record_id desc limit $2) f
    $q$, within) into found using query, most, kinds;
  end if;
  return query select s.record_id, s.changed_at from record_search s
    where s.instance_id = app_instance() and s.record_id = any(found) order by 2 desc, 1 desc;
end $$;

-- Records whose title begins so, of the first thousand titles: exactly that one, then those that were changed last.
create function search_titles_in(kinds int[], begin text, most int) returns table (record_id bigint, changed_at bigint, is_whole boolean)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare within text := case when cardinality(kinds) = 1 then 's.kind_id = ($3::int[])[1]' else 's.kind_id = any($3::int[])' end;
begin
  if begin is null or cardinality(kinds) = 0 then return; end if;
  return query execute format($q$
    with first as materialized (
      select s.record_id, s.changed_at, s.title = $1 as is_whole from record_search s where s.instance_id = app_instance() and %s
        and s.title >= $1 and s.title < $1 || U&'\+10FFFF' order by s.title limit 1000)
    select f.record_id, f.changed_at, f.is_whole from first f order by f.is_whole desc, f.changed_at desc, f.record_id desc limit $2
  $q$, within) using begin, most, kinds;
end $$;

-- Records of some kinds by words, the likeliest first: whose own number it is, whose address begins so, whose title does, any other.
create function search_records_in(kinds int[], words text, address text, begin text, own bigint, most int)
  returns table (record_id bigint, relevance int) language sql stable security definer rows 20 set search_path = public, pg_temp as $$
  with found as (
    (select s.record_id, s.changed_at, 100 as relevance, false as is_whole from record_search s
      where s.instance_id = app_instance() and s.record_id = own and s.kind_id = any(kinds))
    union all
    (select a.record_id, a.changed_at, 90, false from search_words_in(kinds, address, most) a)
    union all
    (select t.record_id, t.changed_at, 80, t.is_whole from search_titles_in(kinds, begin, most) t)
    union all
    (select w.record_id, w.changed_at, 60, false from search_words_in(kinds, words, most) w)
  )
  select f.record_id, max(f.relevance) from found f
  group by 1 order by 2 desc, bool_or(f.is_whole) desc, max(f.changed_at) desc, 1 desc limit most
$$;

drop function search_records;
revoke execute on function search_words_in, search_titles_in, search_records_in from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function search_records_in to kontor_app;
  end if;
end $$;
