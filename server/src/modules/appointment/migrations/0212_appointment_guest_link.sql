-- By what those outside answer to an invitation of ours without a calendar: a link of its last mail. It ends with the appointment.
create table appointment_guest_link (
  instance_id int not null,
  appointment_id bigint not null,
  member_id int not null,
  -- SHA-256 of what the link bears; null where the last mail has none.
  token_hash bytea,
  -- How the last mail stands where the instance has sent it, as its organiser has no mailbox.
  own_mail text check (own_mail in ('waiting', 'sent', 'failed')),
  primary key (instance_id, appointment_id, member_id),
  foreign key (instance_id, appointment_id, member_id) references appointment_person on delete cascade
);
create unique index appointment_guest_link_token on appointment_guest_link (instance_id, token_hash);

call wall(array['appointment_guest_link']);
