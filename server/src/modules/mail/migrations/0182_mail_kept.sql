-- A mail as it was put into a box from here: by an import, or out of another box. What a mail server has, and what was received, has a row already.
-- What was imported before has none, and is given back as it came first.
create table mail_kept (
  instance_id int not null,
  kept_id bigint not null generated always as identity,
  mail_id bigint not null,
  box_id int not null,
  raw_hash text not null,
  raw_size bigint not null,
  primary key (instance_id, mail_id, box_id, raw_hash),
  foreign key (instance_id, mail_id) references mail on delete cascade
);

call wall(array['mail_kept']);
