-- What mails say of whose numbers are whose, a row a mail: it speaks for the number to those alone who see the mail, and goes with it.
create table number_mail (
  instance_id int not null references instance on delete cascade,
  mail_id bigint not null,
  number bigint not null,
  -- As the mail has it.
  number_text text not null,
  -- record, person.
  owner_kind text not null,
  owner_id bigint not null,
  -- signature, card.
  source text not null,
  at timestamptz not null,
  primary key (instance_id, mail_id, number, owner_kind, owner_id, source),
  foreign key (instance_id, mail_id) references activity on delete cascade
);
create index number_mail_number on number_mail (instance_id, number, at desc);
create index number_mail_owner on number_mail (instance_id, owner_kind, owner_id);
call wall(array['number_mail']);
