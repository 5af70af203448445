-- Other times for an appointment, one at most by each who takes part.
create table appointment_proposal (
  instance_id int not null,
  appointment_id bigint not null,
  member_id int not null,
  time_mode text not null,
  -- Local times, as those of an appointment.
  starts_local text not null,
  ends_local text not null,
  zone text,
  comment text not null,
  -- Milliseconds since 1970, as all that follows.
  proposed_at bigint not null,
  -- When the mail was written that has brought it or has told of it: what is older changes nothing. 0: none was.
  stamp bigint not null,
  -- When the organiser has said that it stays where it is.
  declined_at bigint,
  answer text not null default '',
  primary key (instance_id, appointment_id, member_id),
  foreign key (instance_id, appointment_id, member_id) references appointment_person on delete cascade
);

call wall(array['appointment_proposal']);
