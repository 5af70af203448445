-- Its title and time stand in its item.
create table {{name}} (
  instance_id int not null,
  {{name}}_id bigint not null,
  -- Counted up with every edit.
  edit int not null default 1,
  content text not null default '',
  -- Milliseconds since 1970.
  alarm_at bigint,
  created_by int not null,
  primary key (instance_id, {{name}}_id),
  foreign key (instance_id, {{name}}_id) references activity on delete cascade
);

call wall(array['{{name}}']);
