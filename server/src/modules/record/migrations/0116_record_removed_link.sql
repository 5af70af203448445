-- The links that a record had when it was deleted, so that it comes back with them.
create table record_removed_link (
  instance_id int not null,
  record_id bigint not null,
  activity_id bigint not null,
  reason smallint not null,
  detail text not null,
  linked_by int not null,
  linked_at bigint not null,
  person_id bigint not null,
  primary key (instance_id, record_id, activity_id),
  foreign key (instance_id, record_id) references record on delete cascade,
  foreign key (instance_id, activity_id) references activity on delete cascade
);
create index record_removed_link_activity on record_removed_link (instance_id, activity_id);
call wall(array['record_removed_link']);
