-- Contact persons who were removed, so that they come back as who they were: what items were with them still names them.
create table record_removed_person (
  instance_id int not null,
  person_id bigint not null,
  record_id bigint not null,
  place int not null,
  fields jsonb not null,
  removed_at bigint not null,
  primary key (instance_id, person_id),
  foreign key (instance_id, record_id) references record on delete cascade
);
create index record_removed_person_record on record_removed_person (instance_id, record_id);
call wall(array['record_removed_person']);
