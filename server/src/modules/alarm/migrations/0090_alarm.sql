-- What calls people at a time, about items of any kind. Titles stand in activity, and whether somebody still sees the item in activity_user.
create table alarm (
  instance_id int not null,
  alarm_id bigint generated always as identity,
  activity_id bigint not null,
  user_id int not null,
  type text not null check (type in ('appointment', 'task', 'taskOwner', 'taskOwnerAlways', 'activity')),
  -- When what it is about is due, or begins.
  subject_at timestamptz not null,
  alarm_at timestamptz not null,
  -- Where the person has put it off to.
  overridden_at timestamptz,
  -- The one of both that counts.
  rings_at timestamptz not null,
  rung_at timestamptz,
  confirmed_at timestamptz,
  -- Confirmed because the item was finished or thrown away, not by the person: it may come back.
  held boolean not null default false,
  -- Null: the person, or nobody.
  set_by int,
  primary key (instance_id, alarm_id),
  unique (instance_id, activity_id, user_id, type),
  foreign key (instance_id, activity_id) references activity on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create index alarm_due on alarm (instance_id, rings_at) where rung_at is null and confirmed_at is null;
create index alarm_open on alarm (instance_id, user_id, rings_at) where confirmed_at is null;

call wall(array['alarm']);
