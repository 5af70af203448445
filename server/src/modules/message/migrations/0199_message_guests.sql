-- Receivers without an account: what is said to them goes out as mails, and what they answer comes back into their segment.
create table message_guest (
  instance_id int not null,
  -- As a member, a segment and who says something they bear the negative of it: people are above 0.
  guest_id int generated always as identity,
  message_id bigint not null,
  -- As mails go to it.
  address text not null,
  -- What they are called; empty where nobody said so.
  name text not null default '',
  primary key (instance_id, guest_id),
  foreign key (instance_id, message_id) references message on delete cascade
);
create unique index message_guest_of on message_guest (instance_id, message_id, lower(address));

-- The mails of a guest's segment, of either side, each once.
create table message_letter (
  instance_id int not null,
  letter_id bigint generated always as identity,
  guest_id int not null,
  -- Message-ID without its brackets.
  mail_ref text not null,
  -- What was sent: its line in the outbox. Null for what the guest has sent.
  outgoing_id bigint,
  -- What the guest has sent: the item that the mail is.
  mail_id bigint,
  primary key (instance_id, letter_id),
  foreign key (instance_id, guest_id) references message_guest on delete cascade
);
create unique index message_letter_of on message_letter (instance_id, guest_id, mail_ref);
create index message_letter_ref on message_letter (instance_id, mail_ref);

-- How many of its receivers are guests.
alter table message add column guests int not null default 0;

call wall(array['message_guest', 'message_letter']);
