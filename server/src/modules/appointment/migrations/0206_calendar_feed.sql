-- The secret address at which others read somebody's calendar: it is signed, and bears this chance. Another one, and it leads nowhere.
create table calendar_feed (
  instance_id int not null,
  user_id int not null,
  level text not null check (level in ('whole', 'busy')),
  nonce text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (instance_id, user_id),
  foreign key (instance_id, user_id) references app_user on delete cascade
);

call wall(array['calendar_feed']);
