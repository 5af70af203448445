-- What stands in each field of each record as it is compared, so that lists are sorted and narrowed by any of them. A field of several
-- choices has, beside the cell that it is sorted by, one for each choice, whose key ends with []. What a record is called and told apart
-- by stands in *title and *subtitle.
create table record_cell (
  instance_id int not null,
  kind_id int not null,
  key text collate "C" not null,
  record_id bigint not null,
  -- Folded, dates as they sort, numbers by their magnitude; empty where nothing stands in the field. The first 200 letters.
  value text collate "C" not null,
  -- All of it, where it is longer.
  whole text collate "C",
  -- Where the field is a number.
  number numeric,
  primary key (instance_id, record_id, key, value),
  foreign key (instance_id, record_id) references record on delete cascade
);
create index record_cell_order on record_cell (instance_id, kind_id, key, value, record_id);

-- How many records there are of each kind, in steps: what each change did to it, added up now and then. Their sum is the count.
create table record_count (
  instance_id int not null,
  kind_id int not null,
  step_id bigint not null generated always as identity,
  records int not null,
  primary key (instance_id, kind_id, step_id),
  foreign key (instance_id, kind_id) references record_kind on delete cascade
);
call wall(array['record_cell', 'record_count']);

-- False until the record has its cells: those that were made before there were any get them in a job.
alter table record add column has_cells boolean not null default false;
create index record_without_cells on record (instance_id, record_id) where not has_cells and deleted_at is null;
create index record_of_kind on record (instance_id, kind_id, record_id) where deleted_at is null;
create index record_made_of_kind on record (instance_id, kind_id, created_at, record_id) where deleted_at is null;

-- Nobody waits for another's change to the same kind: each writes a step of its own, and every hundredth adds up those that nobody holds.
create function step_record_count(instance int, kind int, records int) returns void language plpgsql set search_path = public, pg_temp as $$
declare step bigint;
begin
  insert into record_count (instance_id, kind_id, records) values (instance, kind, records) returning step_id into step;
  if step % 100 <> 0 then return; end if;
  with held as (
    select c.step_id from record_count c where c.instance_id = instance and c.kind_id = kind for update skip locked
  ), gone as (
    delete from record_count c using held h
    where c.instance_id = instance and c.kind_id = kind and c.step_id = h.step_id returning c.records
  )
  insert into record_count (instance_id, kind_id, records) select instance, kind, sum(g.records) from gone g having count(*) > 0;
end $$;

create function count_new_records() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform step_record_count(n.instance_id, n.kind_id, count(*)::int) from new_rows n
    where n.deleted_at is null group by n.instance_id, n.kind_id;
  return null;
end $$;
create function count_changed_records() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform step_record_count(c.instance_id, c.kind_id, c.records) from (
    select r.instance_id, r.kind_id, sum(r.records)::int as records from (
      select n.instance_id, n.kind_id, 1 as records from new_rows n where n.deleted_at is null
      union all
      select o.instance_id, o.kind_id, -1 from old_rows o where o.deleted_at is null
    ) r group by 1, 2 having sum(r.records) <> 0
  ) c;
  return null;
end $$;
create trigger record_counted after insert on record referencing new table as new_rows
  for each statement execute function count_new_records();
create trigger record_counted_anew after update on record referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_records();

-- Words are searched for within a kind.
alter table record_search add column kind_id int;
do $$
declare
  one int;
  bound text := coalesce(current_setting('app.instance', true), '');
begin
  for one in select instance_id from instance order by 1 loop
    perform set_config('app.instance', one::text, true);
    update record_search s set kind_id = r.kind_id from record r
      where s.instance_id = one and r.instance_id = one and r.record_id = s.record_id;
    insert into record_count (instance_id, kind_id, records)
      select instance_id, kind_id, count(*) from record where instance_id = one and deleted_at is null group by 1, 2;
  end loop;
  perform set_config('app.instance', bound, true);
end $$;
delete from record_search where kind_id is null;
alter table record_search alter column kind_id set not null;
drop index record_search_gin;
create index record_search_gin on record_search using gin (instance_id, kind_id, tsv);

create or replace function put_record_search(records bigint[], changed bigint[], titles text[], words text[])
  returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into record_search (instance_id, record_id, kind_id, changed_at, title, tsv)
  select app_instance(), r.id, k.kind_id, r.changed, r.title, r.words::tsvector
  from unnest(records, changed, titles, words) as r (id, changed, title, words)
  join record k on k.instance_id = app_instance() and k.record_id = r.id
  on conflict (instance_id, record_id) do update
    set changed_at = excluded.changed_at, title = excluded.title, tsv = excluded.tsv
$$;

-- Records of a kind that words find, no more than so many: of more than that nobody knows which.
create function record_hits(kind int, words text, most int) returns table (record_id bigint) language plpgsql stable
  security definer rows 1000 set search_path = public, pg_temp as $$
begin
  return query execute $q$
    select s.record_id from record_search s
    where s.instance_id = app_instance() and s.kind_id = $1 and s.tsv @@ $2::tsquery limit $3
  $q$ using kind, words, most;
end $$;

-- Those of some records that words find.
create function record_hits_among(records bigint[], words text) returns table (record_id bigint) language plpgsql stable
  security definer rows 1000 set search_path = public, pg_temp as $$
begin
  return query execute $q$
    select s.record_id from record_search s
    where s.instance_id = app_instance() and s.record_id = any($1) and s.tsv @@ $2::tsquery
  $q$ using records, words;
end $$;

-- How many records of each of some kinds words find, each counted up to so many.
create function count_record_hits(kinds int[], words text, most int) returns table (kind_id int, records int) language plpgsql stable
  security definer rows 10 set search_path = public, pg_temp as $$
begin
  return query execute $q$
    select k.kind_id, (select count(*)::int from (
      select from record_search s where s.instance_id = app_instance() and s.kind_id = k.kind_id and s.tsv @@ $2::tsquery limit $3) h)
    from unnest($1) as k (kind_id)
  $q$ using kinds, words, most;
end $$;
revoke execute on function record_hits, record_hits_among, count_record_hits from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function record_hits, record_hits_among, count_record_hits to kontor_app;
  end if;
end $$;
