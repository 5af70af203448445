-- What is said within items of which not everybody sees every part, under an index like that of `activity_search`: a row for some texts of a part that
-- follow each other. They are few, since all words of a row are written into the index anew with each text. Reached through functions alone, as that is.
create table activity_part (
  instance_id int not null,
  activity_id bigint not null,
  segment_id int not null,
  -- Number of the first of its texts.
  first_no int not null,
  texts int not null,
  characters int not null,
  -- Who sees all parts of the item.
  owner_id int not null,
  ts timestamptz not null,
  module smallint not null,
  viewers int[] not null,
  -- Title A and receivers C of the item, who has said something B, what they have said D.
  tsv tsvector not null,
  primary key (instance_id, activity_id, segment_id, first_no),
  foreign key (instance_id, activity_id) references activity on delete cascade
);
create index activity_part_gin on activity_part using gin (instance_id, viewers, tsv);
do $$ begin
  alter table activity_part alter column tsv set compression lz4;
exception when feature_not_supported then null;
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke all on activity_part from kontor_app;
  end if;
end $$;

-- Who sees a part of an item: segment 0 all who see the item, any other those whose it is, and who sees all of them.
create function part_viewers(item bigint, segment int, owner int) returns int[] language sql stable as $$
  select coalesce(array_agg(v.user_id order by v.user_id), '{}') from activity_user v
  where v.instance_id = app_instance() and v.activity_id = item and (segment = 0 or v.segment_id = segment or v.user_id = owner)
$$;

-- What a part of an item is found by together with its own words.
create function part_head(item bigint) returns tsvector language sql stable as $$
  select ts_filter(coalesce(s.own, s.tsv), '{a,c}') from activity_search s where s.instance_id = app_instance() and s.activity_id = item
$$;

-- Puts texts in, which follow each other, and what was put in of the part before them. A row has 32 texts at most, and 100,000 characters: more than
-- that no vector might hold.
create function put_part_texts(item bigint, segment int, owner int, nos int[], names text[], words text[]) returns void language plpgsql volatile
  security definer set search_path = public, pg_temp as $$
declare
  part activity_part;
begin
  select p.* into part from activity_part p
    where p.instance_id = app_instance() and p.activity_id = item and p.segment_id = segment and p.first_no <= nos[1]
    order by p.first_no desc limit 1 for update;
  if part.first_no + part.texts is distinct from nos[1] then part := null; end if;
  for n in 1..cardinality(nos) loop
    if part.first_no is null or part.texts >= 32 or part.characters + length(words[n]) > 100000 then
      if part.texts > 0 then perform put_part(part); end if;
      select s.instance_id, s.activity_id, segment, nos[n], 0, 0, owner, s.ts, s.module, part_viewers(item, segment, owner), part_head(item) into part
        from activity_search s where s.instance_id = app_instance() and s.activity_id = item;
      if not found then return; end if;
    end if;
    part.texts := part.texts + 1;
    part.characters := part.characters + length(words[n]);
    part.tsv := part.tsv || setweight(to_tsvector('kontor', names[n]), 'B') || setweight(to_tsvector('kontor', words[n]), 'D');
  end loop;
  perform put_part(part);
end $$;

create function put_part(part activity_part) returns void language sql volatile as $$
  insert into activity_part select (part).*
  on conflict (instance_id, activity_id, segment_id, first_no) do update
    set texts = excluded.texts, characters = excluded.characters, tsv = excluded.tsv
$$;

-- Takes away the row that has a text. Answers which texts it had.
create function drop_part(item bigint, segment int, no int) returns table (first_no int, texts int) language sql volatile security definer
  set search_path = public, pg_temp as $$
  delete from activity_part p using (
    select x.first_no from activity_part x
      where x.instance_id = app_instance() and x.activity_id = item and x.segment_id = segment and x.first_no <= no
      order by x.first_no desc limit 1
  ) l
  where p.instance_id = app_instance() and p.activity_id = item and p.segment_id = segment and p.first_no = l.first_no and no < p.first_no + p.texts
  returning p.first_no, p.texts
$$;

-- Brings what parts of an item are found by to what its own words are now.
create function put_part_heads(item bigint) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  update activity_part p set tsv = ts_filter(p.tsv, '{b,d}') || part_head(item)
  where p.instance_id = app_instance() and p.activity_id = item
$$;

-- Somebody may read segment 0 of an item from one text on, or as far as one.
alter table activity_user add column part_from int, add column part_until int;

-- Whether a person sees a part, whatever the index says.
create function sees_part(item bigint, segment int, owner int, viewer int) returns boolean language sql stable as $$
  select exists (select from activity_user v where v.instance_id = app_instance() and v.activity_id = item and v.user_id = viewer
    and (segment = 0 or v.segment_id = segment or viewer = owner))
$$;

-- Whether a person reads all of some texts of a part that follow each other: what they read in part they do not find by others' words.
create function sees_texts(part activity_part, viewer int) returns boolean language sql stable as $$
  select exists (select from activity_user v where v.instance_id = app_instance() and v.activity_id = part.activity_id and v.user_id = viewer
    and (part.segment_id = 0 and coalesce(v.part_from <= part.first_no, true)
        and coalesce(v.part_until >= part.first_no + part.texts - 1, true)
      or part.segment_id <> 0 and (v.segment_id = part.segment_id or viewer = part.owner_id)))
$$;

-- Of a part's rows before a text those that a query is in, the last ones first.
create function search_part(viewer int, query tsquery, item bigint, segment int, before_no int, most int)
  returns table (first_no int, texts int) language sql stable security definer set search_path = public, pg_temp as $$
  select p.first_no, p.texts from activity_part p
  where p.instance_id = app_instance() and p.activity_id = item and p.segment_id = segment and p.first_no < before_no and p.tsv @@ query
    and sees_part(item, segment, p.owner_id, viewer)
  order by p.first_no desc limit most
$$;

-- Of each of these items the row with the most of some words, which are as the index has them, the last one where several have as many.
create function parts_with(viewer int, words text[], items bigint[])
  returns table (activity_id bigint, segment_id int, first_no int, texts int) language sql stable security definer
  set search_path = public, pg_temp as $$
  select distinct on (p.activity_id) p.activity_id, p.segment_id, p.first_no, p.texts
  from activity_part p
  cross join lateral (
    select count(*) as n from unnest(words) w (word) where ts_filter(p.tsv, '{b,d}') @@ (quote_literal(w.word) || ':*')::tsquery
  ) has
  where p.instance_id = app_instance() and p.activity_id = any(items) and has.n > 0
    and sees_texts(p, viewer)
  order by p.activity_id, has.n desc, p.first_no desc, p.segment_id
$$;

create or replace function search_items(viewer int, query tsquery, modules int[], since timestamptz, before timestamptz, most int)
  returns table (activity_id bigint, ts timestamptz) language sql stable security definer
  rows 50 set search_path = public, pg_temp as $$
  select f.activity_id, f.ts from (
    (select s.activity_id, s.ts from activity_search s
      where s.instance_id = app_instance() and s.viewers @> array[viewer] and s.tsv @@ query
        and (modules is null or s.module = any(modules))
        and (since is null or s.ts >= since) and (before is null or s.ts < before)
      order by s.ts desc, s.activity_id desc limit most)
    union all
    (select distinct p.activity_id, p.ts from activity_part p
      where p.instance_id = app_instance() and p.viewers @> array[viewer] and p.tsv @@ query
        and (modules is null or p.module = any(modules))
        and (since is null or p.ts >= since) and (before is null or p.ts < before)
        and sees_texts(p, viewer)
        and not exists (select from activity_search s where s.instance_id = p.instance_id and s.activity_id = p.activity_id
          and s.viewers @> array[viewer] and s.tsv @@ query)
      order by p.ts desc, p.activity_id desc limit most)
  ) f order by f.ts desc, f.activity_id desc limit most
$$;

create or replace function search_among(viewer int, query tsquery, items bigint[]) returns setof bigint language sql stable
  security definer set search_path = public, pg_temp as $$
  select i.id from unnest(items) i (id)
  where exists (
    select from (
      select s.viewers, s.tsv from activity_search s where s.instance_id = app_instance() and s.activity_id = i.id offset 0
    ) s where s.viewers @> array[viewer] and s.tsv @@ query
  ) or exists (
    select from (
      select p.* from activity_part p where p.instance_id = app_instance() and p.activity_id = i.id offset 0
    ) p where p.viewers @> array[viewer] and p.tsv @@ query and sees_texts(p, viewer)
  )
$$;

create or replace function put_search_viewers(items bigint[]) returns void language sql volatile security definer
  set search_path = public, pg_temp as $$
  select from activity_search s where s.instance_id = app_instance() and s.activity_id = any(items)
    order by s.activity_id for update;
  update activity_search s set viewers = coalesce((
    select array_agg(v.user_id order by v.user_id) from activity_user v
    where v.instance_id = app_instance() and v.activity_id = s.activity_id), '{}')
  where s.instance_id = app_instance() and s.activity_id = any(items);
  update activity_part p set viewers = w.viewers
  from (
    select x.activity_id, x.segment_id, x.first_no, part_viewers(x.activity_id, x.segment_id, x.owner_id) as viewers
    from activity_part x where x.instance_id = app_instance() and x.activity_id = any(items)
  ) w
  where p.instance_id = app_instance() and p.activity_id = w.activity_id and p.segment_id = w.segment_id and p.first_no = w.first_no
    and p.viewers <> w.viewers;
  select put_told(items)
$$;

revoke execute on function part_viewers, part_head, put_part_texts, put_part, drop_part, put_part_heads, sees_part, sees_texts, search_part, parts_with from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function put_part_texts, drop_part, put_part_heads, search_part, parts_with to kontor_app;
  end if;
end $$;
