-- Tasks that repeat. `starts` and `last` are a day or an instant (ISO 8601): when the first of them is due, and when the last one that was made was meant
-- to be. `made` counts them. `template` is what a new one begins as, and `template_of` the task that its pictures are of.
create table task_series (
  instance_id int not null,
  series_id bigint generated always as identity,
  repetition jsonb not null,
  zone text not null,
  starts text not null,
  last text not null,
  made int not null default 1,
  ended boolean not null default false,
  template jsonb not null,
  template_of bigint not null,
  primary key (instance_id, series_id)
);

-- Tasks and notes, which are one but for their layout. Title, name of the responsible person and when they come up stand in activity, as of every item.
create table task (
  instance_id int not null,
  task_id bigint not null,
  layout text not null check (layout in ('task', 'note')),
  -- Counts edits, so that two who edit at once do not undo each other.
  edit int not null default 1,
  content text not null default '',
  responsible_id int not null,
  -- 0 for nobody.
  owner_id int not null default 0,
  created_by int not null,
  -- Milliseconds since 1970, as all times here.
  created_at bigint not null,
  -- When it is due, of a day its beginning; and from when on that is over.
  due_at bigint,
  over_at bigint,
  -- The day, of one that is due on a day.
  due_day date,
  forerun_s int not null default 0,
  zone text not null,
  alarm jsonb not null default '{}',
  tags text[] not null default '{}',
  -- Made and never saved.
  inactive boolean not null default false,
  -- Since when it is Done with all, and whether it is in the trash.
  done_at bigint,
  trashed boolean not null default false,
  series_id bigint,
  occurrence int,
  -- When its series meant it to be due.
  scheduled text,
  parent_id bigint,
  -- What it was made of, as that said it.
  link jsonb,
  -- Who sees it by being named in it, and who was told that its text mentions them.
  people int[] not null default '{}',
  mentioned int[] not null default '{}',
  -- The responsible person who was told to be.
  told int,
  locked_by int,
  locked_at bigint,
  -- When they saved last.
  locked_saved_at bigint,
  locked_session text,
  primary key (instance_id, task_id),
  foreign key (instance_id, task_id) references activity on delete cascade,
  foreign key (instance_id, parent_id) references task on delete set null (parent_id),
  foreign key (instance_id, series_id) references task_series
);
create unique index task_occurrence on task (instance_id, series_id, occurrence);
create index task_parent on task (instance_id, parent_id) where parent_id is not null;
create index task_tags on task using gin (instance_id, tags) where tags <> '{}';
create index task_unwritten on task (instance_id, created_at) where inactive;

create table task_wait (
  instance_id int not null,
  task_id bigint not null,
  waits_for bigint not null,
  primary key (instance_id, task_id, waits_for),
  foreign key (instance_id, task_id) references task on delete cascade,
  foreign key (instance_id, waits_for) references task on delete cascade
);
create index task_wait_back on task_wait (instance_id, waits_for, task_id);

create table task_favorite (
  instance_id int not null,
  task_id bigint not null,
  user_id int not null,
  primary key (instance_id, user_id, task_id),
  foreign key (instance_id, task_id) references task on delete cascade,
  foreign key (instance_id, user_id) references app_user (instance_id, user_id) on delete cascade
);
create index task_favorite_of on task_favorite (instance_id, task_id);

call wall(array['task_series', 'task', 'task_wait', 'task_favorite']);
