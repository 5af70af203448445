-- What participants outside were told last of an appointment of ours, by mail: null for nothing yet, '"off"' where they are told that it is off for them.
create table appointment_invitation (
  instance_id int not null,
  appointment_id bigint not null,
  member_id int not null,
  told jsonb,
  told_sequence int not null default 0,
  -- What they have said to that, so that it is there again where a change is undone before they hear of it.
  answer jsonb,
  -- When what they said last was written, in milliseconds since 1970: what is older changes nothing.
  answer_stamp bigint not null default 0,
  -- The address of ours that they know as the organiser.
  sent_as text not null default '',
  outgoing_id bigint,
  -- A mail is about to be sent.
  waits boolean not null default false,
  -- Why none could be.
  fault text check (fault in ('senderMissing', 'addressInvalid')),
  primary key (instance_id, appointment_id, member_id),
  foreign key (instance_id, appointment_id, member_id) references appointment_person on delete cascade
);

call wall(array['appointment_invitation']);
