-- A number as it is reached from everywhere; empty where it is none that could be.
alter table record_phone add column e164 text not null default '';
create index record_phone_e164 on record_phone (instance_id, e164) include (record_id, person_id) where e164 <> '';

-- In which form a record can be found; what was put in before this one is renewed by a job.
alter table record_search add column form smallint not null default 0;
create index record_search_old on record_search (instance_id, record_id) where form < 1;

create or replace function put_record_search(records bigint[], changed bigint[], titles text[], words text[])
  returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into record_search (instance_id, record_id, kind_id, changed_at, title, tsv, form)
  select app_instance(), r.id, k.kind_id, r.changed, r.title, r.words::tsvector, 1
  from unnest(records, changed, titles, words) as r (id, changed, title, words)
  join record k on k.instance_id = app_instance() and k.record_id = r.id
  on conflict (instance_id, record_id) do update
    set changed_at = excluded.changed_at, title = excluded.title, tsv = excluded.tsv, form = excluded.form
$$;

-- The first record that can be found in an older form only; nothing where there is none.
create function old_record_search() returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select min(record_id) from record_search where instance_id = app_instance() and form < 1
$$;

revoke execute on function old_record_search from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function old_record_search to kontor_app;
  end if;
end $$;
