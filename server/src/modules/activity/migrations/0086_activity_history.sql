-- What became of items. Numbered across both tables, in the order in which it was.
create sequence item_change_number as bigint;

-- A change of what one item says.
create table item_change (
  instance_id int not null,
  activity_id bigint not null,
  change_id bigint not null default nextval('item_change_number'),
  -- Null where no person did it.
  user_id int,
  -- Milliseconds since 1970: when it began, and when it was added to last.
  at bigint not null,
  until bigint not null,
  -- [{ field, before, after, isHtml }]
  differences jsonb not null,
  primary key (instance_id, activity_id, change_id),
  foreign key (instance_id, activity_id) references activity on delete cascade
);

-- A change of how many items stand, at once: a row for all of them.
create table item_edit (
  instance_id int not null references instance on delete cascade,
  change_id bigint not null default nextval('item_change_number'),
  activity_ids bigint[] not null,
  -- 0 where no person did it.
  user_id int not null,
  at bigint not null,
  field text not null,
  before jsonb not null,
  after jsonb not null,
  -- It is seen by nobody but who did it.
  is_personal boolean not null,
  primary key (instance_id, change_id)
);
create index item_edit_items on item_edit using gin (instance_id, activity_ids);

-- The pictures in what was written for an item.
create table activity_picture (
  instance_id int not null,
  activity_id bigint not null,
  picture_key text not null,
  blob_hash text not null,
  content_type text not null,
  size bigint not null,
  -- The upload that it came as, which is kept from being swept.
  attachment_id bigint,
  primary key (instance_id, activity_id, picture_key),
  foreign key (instance_id, activity_id) references activity on delete cascade
);
create index activity_picture_key on activity_picture (instance_id, picture_key);
create index activity_picture_blob on activity_picture (instance_id, blob_hash);

call wall(array['item_change', 'item_edit', 'activity_picture']);

-- Under row-level security an array is not looked up by its index.
create function edits_of_item(item bigint, asker int, older_than bigint, most int)
  returns table (change_id bigint, user_id int, at bigint, field text, before jsonb, after jsonb)
  language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  select e.change_id, e.user_id, e.at, e.field, e.before, e.after from item_edit e
  where e.instance_id = app_instance() and e.activity_ids @> array[item]
    and (not e.is_personal or e.user_id = asker) and (older_than is null or e.change_id < older_than)
  order by e.change_id desc limit most
$$;
revoke execute on function edits_of_item from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function edits_of_item to kontor_app;
    grant usage on sequence item_change_number to kontor_app;
  end if;
end $$;
