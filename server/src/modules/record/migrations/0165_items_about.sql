-- Items that are linked with a record of a number, or with records whose title has such words: `record:` in the search of items. No more than
-- a thousand records are looked at.
create function items_about(words text, number bigint) returns table (activity_id bigint) language plpgsql stable
  security definer rows 1000 set search_path = public, pg_temp as $$
begin
  return query execute $q$
    select l.activity_id from activity_record l
    where l.instance_id = app_instance() and (l.record_id = $2 or l.record_id in (
      select s.record_id from record_search s where s.instance_id = app_instance() and s.tsv @@ $1::tsquery limit 1000))
  $q$ using words, number;
end $$;
revoke execute on function items_about from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function items_about to kontor_app;
  end if;
end $$;
