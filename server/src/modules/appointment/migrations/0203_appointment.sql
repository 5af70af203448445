-- What appointments of a type begin with.
create table appointment_type (
  instance_id int not null references instance on delete cascade,
  type_id int generated always as identity,
  title text not null,
  colour text not null default '',
  access text not null default 'public' check (access in ('public', 'private')),
  -- Null: none. Else a unit and how many of them before it begins.
  alert jsonb,
  description text not null default '',
  time_mode text not null default 'fixedTime' check (time_mode in ('fixedTime', 'allDay', 'timeIndependent')),
  has_no_repetition boolean not null default false,
  default_title text not null default '',
  participants int[] not null default '{}',
  record_button boolean not null default true,
  sort int not null default 0,
  primary key (instance_id, type_id)
);

-- Appointments; of a series one row, and one for each occurrence that was changed. Its title stands in its item.
create table appointment (
  instance_id int not null,
  appointment_id bigint not null,
  -- Counted up with every edit.
  edit int not null default 1,
  -- Whose calendar it is in.
  calendar_id int not null,
  creator_id int not null,
  -- Milliseconds since 1970.
  created_at bigint not null,
  description text not null default '',
  location text not null default '',
  meeting_url text not null default '',
  time_mode text not null check (time_mode in ('fixedTime', 'allDay', 'timeIndependent')),
  -- What is true: local times (`2026-12-01T10:00:00`) in a zone; of whole days the first and the last one at midnight. Without a zone: wherever its people are.
  starts_local text not null,
  ends_local text not null,
  zone text,
  access text not null check (access in ('public', 'private')),
  color text not null default '',
  type_id int,
  is_free boolean not null default false,
  needs_confirmation boolean not null default false,
  checks_collision boolean not null default false,
  alert jsonb,
  minute_interval smallint not null default 15,
  record_button boolean not null default true,
  -- RFC 5545; null where it does not repeat. `starts_local` is its first occurrence.
  rule text,
  -- The same as people chose it.
  repetition jsonb,
  -- Occurrences from here on are no more, since the series was ended or goes on as another one.
  cut_local text,
  -- Originals of occurrences that were taken out.
  excluded text[] not null default '{}',
  -- Until when its occurrences are spans: local time as if in UTC.
  horizon_at timestamptz,
  -- The series that it is a changed occurrence of, and when that meant it to be.
  series_id bigint,
  original_local text,
  -- The first of the series that were one.
  group_id bigint,
  uid text not null,
  sequence int not null default 0,
  -- Of one whose organiser is outside: name and address.
  organiser jsonb,
  -- Milliseconds since 1970.
  cancelled_at bigint,
  primary key (instance_id, appointment_id),
  foreign key (instance_id, appointment_id) references activity on delete cascade,
  foreign key (instance_id, type_id) references appointment_type on delete set null (type_id),
  foreign key (instance_id, series_id) references appointment on delete set null (series_id)
);
create unique index appointment_uid on appointment (instance_id, uid, coalesce(original_local, ''));
create unique index appointment_occurrence on appointment (instance_id, series_id, original_local) where series_id is not null;
create index appointment_group on appointment (instance_id, group_id) where group_id is not null;
create index appointment_type_of on appointment (instance_id, type_id) where type_id is not null;
create index appointment_horizon on appointment (instance_id, horizon_at) where rule is not null;

-- Who takes part.
create table appointment_person (
  instance_id int not null,
  appointment_id bigint not null,
  member_id int not null,
  -- Null for an address outside.
  user_id int,
  address text not null default '',
  name text not null default '',
  role text not null default 'required' check (role in ('required', 'optional')),
  state text not null default 'none' check (state in ('none', 'accepted', 'tentative', 'declined')),
  -- They take part, by the organiser's word or their own.
  accepts boolean not null default false,
  may_write boolean not null default false,
  is_active boolean not null default true,
  has_alert boolean not null default true,
  -- Null: as the appointment says. `"none"`: not at all.
  own_alert jsonb,
  is_confirmed boolean not null default false,
  is_hidden boolean not null default false,
  answered_at bigint,
  comment text not null default '',
  -- They threw it away, and declined by that.
  is_removed boolean not null default false,
  -- Since when they have set it In process after it began.
  kept_at bigint,
  primary key (instance_id, appointment_id, member_id),
  foreign key (instance_id, appointment_id) references appointment on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create unique index appointment_person_of on appointment_person (instance_id, user_id, appointment_id) where user_id is not null;

-- Time that one occurrence takes in one calendar. Whole days and times without a zone as if they were in UTC; the end is not part of it.
create table appointment_span (
  instance_id int not null,
  appointment_id bigint not null,
  calendar_id int not null,
  -- Minutes since 1970 of the original as if in UTC; 0 for one that is no occurrence of this row's rule.
  original_min bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- 0 fixed, 1 without a zone, 2 whole days, 3 without hours.
  mode smallint not null,
  -- 1 busy, 2 provisionally, 3 free.
  kind smallint not null,
  primary key (instance_id, appointment_id, original_min, calendar_id),
  foreign key (instance_id, appointment_id) references appointment on delete cascade
);
-- What a range asks for is read from these alone: what takes a day at most by its beginning, what takes longer by its end.
create index appointment_span_short on appointment_span (instance_id, calendar_id, starts_at)
  include (ends_at, appointment_id, original_min, mode, kind) where ends_at - starts_at <= interval '1 day';
create index appointment_span_long on appointment_span (instance_id, calendar_id, ends_at)
  include (starts_at, appointment_id, original_min, mode, kind) where ends_at - starts_at > interval '1 day';

-- What people may do with the calendars of others. Neither a person nor a group: everybody.
create table calendar_right (
  instance_id int not null,
  right_id bigint generated always as identity,
  owner_id int not null,
  user_id int,
  group_id bigint,
  level text not null check (level in ('none', 'busy', 'read', 'write', 'manage')),
  primary key (instance_id, right_id),
  foreign key (instance_id, owner_id) references app_user on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade,
  foreign key (instance_id, group_id) references person_group on delete cascade
);
create unique index calendar_right_of on calendar_right (instance_id, owner_id, coalesce(user_id, 0), coalesce(group_id, 0));
create index calendar_right_user on calendar_right (instance_id, user_id) where user_id is not null;
create index calendar_right_group on calendar_right (instance_id, group_id) where group_id is not null;

call wall(array['appointment_type', 'appointment', 'appointment_person', 'appointment_span', 'calendar_right']);
