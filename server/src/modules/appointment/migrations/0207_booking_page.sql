-- Pages on which people outside choose a time of a person, or of whoever of a group is free.
create table booking_page (
  instance_id int not null references instance on delete cascade,
  page_id int generated always as identity,
  slug text not null,
  -- One of them.
  owner_id int,
  group_id int,
  title text not null,
  description text not null,
  durations int[] not null,
  location text not null,
  hours jsonb not null,
  buffer_before int not null,
  buffer_after int not null,
  notice_hours int not null,
  days_ahead int not null,
  max_per_day int,
  is_on boolean not null,
  type_id int,
  alert jsonb,
  primary key (instance_id, page_id),
  foreign key (instance_id, owner_id) references app_user on delete cascade,
  foreign key (instance_id, group_id) references person_group on delete cascade
);
create unique index booking_page_slug on booking_page (instance_id, slug);
create index booking_page_of on booking_page (instance_id, owner_id);

-- What a guest has chosen: a hold until it is confirmed, then a booking, whose appointment is made.
create table booking_hold (
  instance_id int not null references instance on delete cascade,
  hold_id bigint generated always as identity,
  -- Null once the page is removed.
  page_id int,
  -- In whose calendar it is.
  host_id int not null,
  guest_name text not null,
  guest_address text not null,
  words text not null,
  language text not null,
  zone text not null,
  -- As it was chosen: the appointment may be moved afterwards.
  during tstzrange not null,
  -- It waits for its confirmation, until then.
  is_held boolean not null,
  releases_at timestamptz not null,
  confirm_hash bytea not null,
  cancel_hash bytea,
  -- When the guest has cancelled it.
  cancelled_at timestamptz,
  appointment_id bigint,
  primary key (instance_id, hold_id),
  foreign key (instance_id, host_id) references app_user on delete cascade,
  foreign key (instance_id, appointment_id) references appointment on delete cascade,
  constraint booking_hold_once exclude using gist (instance_id with =, host_id with =, during with &&) where (is_held)
);
create unique index booking_hold_confirm on booking_hold (instance_id, confirm_hash);
create unique index booking_hold_cancel on booking_hold (instance_id, cancel_hash);
create index booking_hold_of on booking_hold (instance_id, host_id, lower(during));
create index booking_hold_open on booking_hold (instance_id, lower(guest_address)) where is_held;

call wall(array['booking_page', 'booking_hold']);
