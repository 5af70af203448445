-- Who has shared which item with whom. `group_id`: the group that was chosen, 0 where it was the person. `message` is plain text.
create table share (
  instance_id int not null,
  activity_id bigint not null,
  by_user int not null,
  to_user int not null,
  group_id bigint not null default 0,
  message text not null default '',
  shared_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (instance_id, activity_id, by_user, to_user),
  foreign key (instance_id, activity_id) references activity on delete cascade
);
create index share_to on share (instance_id, to_user, activity_id);

call wall(array['share']);
