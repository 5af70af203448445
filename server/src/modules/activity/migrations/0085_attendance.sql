-- Who is at a place at the moment, an item of any kind or a draft of a mail; nothing is lost with it, nor with what was noted of mails alone.
drop table mail_attendance;
create unlogged table activity_attendance (
  instance_id int not null,
  user_id int not null,
  session_id uuid not null,
  place text not null,
  place_id bigint not null,
  doing text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (instance_id, user_id, session_id, place, place_id)
);
create index activity_attendance_place on activity_attendance (instance_id, place, place_id);
-- Over all instances, by the owner.
create index activity_attendance_until on activity_attendance (until);

call wall(array['activity_attendance']);
