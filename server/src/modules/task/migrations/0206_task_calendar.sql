-- What programs that show tasks call them: those of a person who made one there know it by its name, and all by its UID.
create table task_calendar (
  instance_id int not null,
  task_id bigint not null,
  user_id int not null,
  name text not null,
  uid text not null,
  -- Lines that the program has sent and that a task has no field for.
  lines jsonb not null default '[]',
  primary key (instance_id, task_id),
  foreign key (instance_id, task_id) references task on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create unique index task_calendar_name on task_calendar (instance_id, user_id, name);
create unique index task_calendar_uid on task_calendar (instance_id, user_id, uid);

call wall(array['task_calendar']);
