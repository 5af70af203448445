-- Which record has a value of which there is one alone, as it is compared. Of several that had the same before there was to be one alone,
-- one has it; the others keep what they have.
create table record_unique (
  instance_id int not null,
  kind_id int not null,
  key text collate "C" not null,
  -- As cells are compared; of long ones their hash, after a #.
  value text collate "C" not null,
  record_id bigint not null,
  primary key (instance_id, kind_id, key, value),
  -- What a record is to have is taken before the record is written.
  foreign key (instance_id, record_id) references record on delete cascade deferrable initially deferred
);
create index record_unique_record on record_unique (instance_id, record_id);

-- The last number that a field of a kind has given to a record that was begun.
create table record_number (
  instance_id int not null,
  kind_id int not null,
  key text collate "C" not null,
  last bigint not null,
  primary key (instance_id, kind_id, key),
  foreign key (instance_id, kind_id) references record_kind on delete cascade
);

-- Kinds whose records have not all followed the last change yet: those up to a number have.
create table record_following (
  instance_id int not null,
  kind_id int not null,
  after bigint not null,
  by_user int not null,
  -- `[{ key, ofPersons, from, to, keep, version }]`: fields that have become others, and where what does not fit is kept.
  conversions jsonb not null,
  primary key (instance_id, kind_id),
  foreign key (instance_id, kind_id) references record_kind on delete cascade
);
call wall(array['record_unique', 'record_number', 'record_following']);

-- The version of its kind that a record was last written by.
alter table record add column kind_version int not null default 0;

-- Leaves the records of a kind to be found by their titles alone, or by their numbers alone.
create function seal_record_search(kind int, by_title boolean) returns void language plpgsql volatile security definer
  set search_path = public, pg_temp as $$
begin
  update record_search set tsv = case when by_title then ts_filter(tsv, '{a}') else ''::tsvector end,
    title = case when by_title then title else '' end
  where instance_id = app_instance() and kind_id = kind;
end $$;
revoke execute on function seal_record_search from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function seal_record_search to kontor_app;
  end if;
end $$;
