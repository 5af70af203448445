-- With which groups a saved filter is shared. Goes when the group goes for good; while that is deleted it counts for nobody.
create table saved_filter_group (
  instance_id int not null,
  filter_id uuid not null,
  group_id int not null,
  primary key (instance_id, filter_id, group_id),
  foreign key (instance_id, filter_id) references saved_filter on delete cascade,
  foreign key (instance_id, group_id) references person_group on delete cascade
);
create index saved_filter_group_group on saved_filter_group (instance_id, group_id);

call wall(array['saved_filter_group']);
