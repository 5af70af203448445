-- Items with files, and by which form of the reader their texts were taken: 0 for not yet, -1 where a job of its own does it. `turn`
-- counts how often an item's files became others, so that nobody writes what the former ones said.
create table activity_reading (
  instance_id int not null,
  activity_id bigint not null,
  ts timestamptz not null,
  form smallint not null default 0,
  turn int not null default 0,
  primary key (instance_id, activity_id),
  foreign key (instance_id, activity_id) references activity on delete cascade
);
create index activity_reading_due on activity_reading (instance_id, form, ts desc, activity_id desc);

-- What each file of an item says, or why nothing can be read in it.
create table activity_text (
  instance_id int not null,
  activity_id bigint not null,
  part int not null,
  name text not null,
  hash text not null,
  -- What its name alone tells of it: html, mail.
  hint text not null,
  form smallint not null,
  reason text,
  cut boolean not null default false,
  body text not null default '',
  characters int not null default 0,
  tsv tsvector not null default '',
  primary key (instance_id, activity_id, part),
  foreign key (instance_id, activity_id) references activity on delete cascade
);
create index activity_text_hash on activity_text (instance_id, hash, form);

call wall(array['activity_reading', 'activity_text']);

-- Taken out of its packing several times as quickly, where the database was built with it.
do $$ begin
  alter table activity_search alter column tsv set compression lz4;
  alter table activity_text alter column tsv set compression lz4, alter column body set compression lz4;
exception when feature_not_supported then null;
end $$;

-- All that came before there was a reader, by the index that its condition is of.
insert into activity_reading (instance_id, activity_id, ts)
select instance_id, activity_id, ts from activity where extras @> '{"hasAttachments": true}';

-- `tsv` is the item's own words and those of its files; where these are any, its own stand here alone.
alter table activity_search add column own tsvector;

-- An item's words with those of its files. What no vector can hold is left out.
create function with_texts(item bigint, own tsvector) returns tsvector language plpgsql stable
  security definer set search_path = public, pg_temp as $$
declare
  whole tsvector := own;
  one record;
begin
  for one in select t.tsv from activity_text t
    where t.instance_id = app_instance() and t.activity_id = item and t.tsv <> '' order by t.part
  loop
    begin
      whole := whole || one.tsv;
    exception when program_limit_exceeded then null;
    end;
  end loop;
  return whole;
end $$;

-- Brings what an item is found by to what its files say now.
create function put_texts(item bigint) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  select from activity_search s where s.instance_id = app_instance() and s.activity_id = item for update;
  update activity_search s set tsv = w.whole, own = nullif(w.own, w.whole)
  from (
    select o.own, with_texts(item, o.own) as whole from (
      select coalesce(x.own, x.tsv) as own from activity_search x where x.instance_id = app_instance() and x.activity_id = item
    ) o
  ) w
  where s.instance_id = app_instance() and s.activity_id = item and (s.tsv <> w.whole or s.own is not null)
$$;

create or replace function put_search(item bigint, item_ts timestamptz, item_module int, item_viewers int[], title text, senders text,
  receivers text, body text) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  with words as materialized (
    select setweight(to_tsvector('kontor', title), 'A') || setweight(to_tsvector('kontor', senders), 'B')
      || setweight(to_tsvector('kontor', receivers), 'C') || setweight(to_tsvector('kontor', body), 'D') as own
  ), whole as materialized (
    select own, with_texts(item, own) as tsv from words
  )
  insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, own, form)
  select item, item_ts, app_instance(), item_module::smallint, item_viewers, tsv, nullif(own, tsv), 1 from whole
  on conflict (instance_id, activity_id) do update
    set viewers = excluded.viewers, tsv = excluded.tsv, own = excluded.own, ts = excluded.ts, form = excluded.form
$$;

create or replace function renew_search(item bigint, title text, senders text, receivers text) returns void language sql volatile
  security definer set search_path = public, pg_temp as $$
  select from activity_search s where s.instance_id = app_instance() and s.activity_id = item for update;
  update activity_search s set form = 1, tsv = w.whole, own = nullif(w.own, w.whole)
  from (
    select o.own, with_texts(item, o.own) as whole from (
      select setweight(to_tsvector('kontor', title), 'A') || setweight(to_tsvector('kontor', senders), 'B')
        || setweight(to_tsvector('kontor', receivers), 'C') || setweight(ts_filter(coalesce(x.own, x.tsv), '{c}'), 'D') as own
      from activity_search x where x.instance_id = app_instance() and x.activity_id = item
    ) o
  ) w
  where s.instance_id = app_instance() and s.activity_id = item and s.form = 0
$$;

revoke execute on function with_texts, put_texts from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function put_texts to kontor_app;
  end if;
end $$;
