create extension if not exists btree_gist;

-- What appointments take up: rooms, vehicles, machines. Their calendars are numbered from a thousand million on.
create table resource (
  instance_id int not null references instance on delete cascade,
  resource_id int generated always as identity,
  name text not null,
  kind text not null check (kind in ('room', 'vehicle', 'machine', 'other')),
  -- People that it holds.
  capacity int,
  description text not null default '',
  -- It cannot be taken twice at a time.
  is_hard boolean not null,
  -- Milliseconds since 1970. Appointments that had it keep its name.
  removed_at bigint,
  primary key (instance_id, resource_id)
);

-- Either a person, or a resource, or an address outside.
alter table appointment_person add column resource_id int;
alter table appointment_person add foreign key (instance_id, resource_id) references resource on delete cascade;
create unique index appointment_person_resource on appointment_person (instance_id, resource_id, appointment_id) where resource_id is not null;

-- The moments at which an occurrence takes a resource: one row for each of its spans that is not free.
create table resource_booking (
  instance_id int not null,
  resource_id int not null,
  appointment_id bigint not null,
  -- As of its span.
  original_min bigint not null,
  during tstzrange not null,
  -- Of one that cannot be taken twice; but for what is over, and what had to be booked beside another.
  is_hard boolean not null,
  primary key (instance_id, appointment_id, original_min, resource_id),
  foreign key (instance_id, appointment_id) references appointment on delete cascade,
  foreign key (instance_id, resource_id) references resource on delete cascade,
  constraint resource_booking_once exclude using gist (instance_id with =, resource_id with =, during with &&) where (is_hard)
);
create index resource_booking_of on resource_booking (instance_id, resource_id, upper(during));

-- Calendars that are shown together under a name.
create table calendar_set (
  instance_id int not null,
  set_id int generated always as identity,
  owner_id int not null,
  name text not null,
  calendars int[] not null,
  is_shared boolean not null,
  primary key (instance_id, set_id),
  foreign key (instance_id, owner_id) references app_user on delete cascade
);
create index calendar_set_of on calendar_set (instance_id, owner_id);
create index calendar_set_shared on calendar_set (instance_id) where is_shared;

call wall(array['resource', 'resource_booking', 'calendar_set']);
