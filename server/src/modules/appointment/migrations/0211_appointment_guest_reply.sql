-- What people say by mail to appointments of ours that they are not invited to: an invitation was handed on to them. It changes nothing until who may write there adds them.
create table appointment_guest_reply (
  instance_id int not null,
  appointment_id bigint not null,
  -- In lower case.
  address text not null,
  name text not null,
  state text not null check (state in ('accepted', 'tentative', 'declined')),
  comment text not null,
  -- The number of what they answer to.
  sequence int not null,
  -- When the mail was written, in milliseconds since 1970: what is older changes nothing.
  stamp bigint not null,
  primary key (instance_id, appointment_id, address),
  foreign key (instance_id, appointment_id) references appointment on delete cascade
);

call wall(array['appointment_guest_reply']);
