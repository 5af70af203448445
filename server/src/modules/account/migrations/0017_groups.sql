-- Groups of people, by which lists are filtered, and with which things are shared.
create table person_group (
  instance_id int not null references instance on delete cascade,
  group_id int not null generated always as identity,
  name text not null,
  version int not null default 1,
  -- Until it is swept it can be put back, under the number that filters have kept.
  deleted_at timestamptz,
  primary key (instance_id, group_id)
);
create unique index person_group_name on person_group (instance_id, lower(name)) where deleted_at is null;

-- Who is in one, whether they count at the moment or not: that is told by the person.
create table person_group_member (
  instance_id int not null,
  group_id int not null,
  user_id int not null,
  primary key (instance_id, group_id, user_id),
  foreign key (instance_id, group_id) references person_group on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index person_group_member_user on person_group_member (instance_id, user_id);

call wall(array['person_group', 'person_group_member']);
