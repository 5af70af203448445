-- Colours that people of an instance have made for all of it.
create table colour_scheme (
  instance_id int not null references instance on delete cascade,
  name text not null,
  scheme text not null,
  -- Who may change it, beside the administrators.
  made_by int,
  primary key (instance_id, name),
  foreign key (instance_id, made_by) references app_user on delete set null (made_by)
);
-- Names that differ in their case alone would be told apart by nobody.
create unique index colour_scheme_name on colour_scheme (instance_id, lower(name));

call wall(array['colour_scheme']);
