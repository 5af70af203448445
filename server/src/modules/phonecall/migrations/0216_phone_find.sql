-- By what entries of the phone book are found: three signs at a time of their digits and of the words of their names. Reached through functions alone, because
-- under row-level security the operators of arrays may not use the index.
create table phone_find (
  instance_id int not null,
  name_id bigint not null,
  grams text[] collate "C" not null,
  primary key (instance_id, name_id),
  foreign key (instance_id, name_id) references phone_name on delete cascade
);
create index phone_find_gin on phone_find using gin (instance_id, grams);
create index phone_name_last on phone_name (instance_id, last_call_at, name_id) where replaced_by is null;
create index phone_name_replaced on phone_name (instance_id, replaced_by) where replaced_by is not null;
-- Calls of lists that keep them for some days alone.
create index phone_call_ended on phone_call (instance_id, started_at);

-- Puts in by what entries are found; `grams` are parted by blanks.
create function put_phone_find(entries bigint[], grams text[]) returns void language sql volatile security definer
  set search_path = public, pg_temp as $$
  insert into phone_find (instance_id, name_id, grams)
  select app_instance(), e.id, string_to_array(e.grams, ' ') from unnest(entries, grams) as e (id, grams)
  on conflict (instance_id, name_id) do update set grams = excluded.grams
$$;

-- At most so many entries that have all of these, in no order.
create function find_phone_names(wanted text[], most int) returns setof bigint language plpgsql stable security definer rows 100
  set search_path = public, pg_temp as $$
begin
  return query execute 'select f.name_id from phone_find f where f.instance_id = app_instance() and f.grams @> $1 limit $2' using wanted, most;
end $$;

revoke execute on function put_phone_find, find_phone_names from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke all on phone_find from kontor_app;
    grant execute on function put_phone_find, find_phone_names to kontor_app;
  end if;
end $$;
