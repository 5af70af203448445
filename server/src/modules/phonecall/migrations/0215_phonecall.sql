-- Lists of calls: boxes of their own, with what holds for their calls.
create table call_list (
  instance_id int not null,
  box_id int not null,
  shows_number boolean not null default false,
  may_print boolean not null default false,
  -- What an answered call is for who took it: 2 In process, 3 Done.
  answered_status smallint not null default 2,
  keeps_days int,
  primary key (instance_id, box_id),
  foreign key (instance_id, box_id) references box on delete cascade
);

-- Telephone systems.
create table phone_line (
  instance_id int not null references instance on delete cascade,
  line_id int generated always as identity,
  kind text not null,
  title text not null,
  list_id int not null,
  -- Empty: that of the instance.
  country text not null default '',
  zone text not null default 'Europe/Berlin',
  is_on boolean not null default true,
  -- SHA-256 of what is secret in its address.
  path_hash bytea,
  -- Key of signatures, or password.
  sealed_secret text,
  host text not null default '',
  port int not null default 0,
  user_name text not null default '',
  mapping jsonb,
  last_event_at timestamptz,
  fault text not null default '',
  fault_since timestamptz,
  primary key (instance_id, line_id),
  foreign key (instance_id, list_id) references box
);
create unique index phone_line_path on phone_line (path_hash) where path_hash is not null;

-- Who is behind a terminal of a telephone system. Those that events have named are kept for an administrator to say it.
create table phone_terminal (
  instance_id int not null,
  line_id int not null,
  terminal text not null,
  user_id int,
  list_id int,
  last_at timestamptz,
  primary key (instance_id, line_id, terminal),
  foreign key (instance_id, line_id) references phone_line on delete cascade,
  foreign key (instance_id, user_id) references app_user on delete cascade
);

-- Calls, faxes and voice messages: one row a conversation. List, state and what it was about in short stand in activity.
create table phone_call (
  instance_id int not null,
  activity_id bigint not null,
  -- Counts edits, so that two who edit at once do not undo each other.
  edit int not null default 1,
  line_id int,
  -- What the telephone system calls the conversation; null where somebody wrote it down.
  group_ref text,
  -- 1 call, 2 fax, 3 voice message.
  kind smallint not null default 1,
  -- 0 came in, 1 went out.
  direction smallint not null,
  -- Digits with the code of the country; null where it is none that is reached from everywhere.
  number bigint,
  number_text text not null default '',
  called bigint,
  called_text text not null default '',
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- Seconds.
  duration int not null default 0,
  -- Place in OUTCOMES of the contract, from 0.
  outcome smallint not null,
  received_by int,
  received_for int,
  -- 0 none, 1 wanted, 2 done.
  callback smallint not null default 0,
  callback_until timestamptz,
  callback_by int,
  -- Plain text.
  reason text not null default '',
  -- What the caller calls itself.
  system_name text not null default '',
  -- The entry of the phone book that somebody chose for it.
  name_id bigint,
  file_hash text,
  file_name text not null default '',
  file_type text not null default '',
  file_size bigint not null default 0,
  fax_pages int not null default 0,
  tries int not null default 1,
  is_manual boolean not null default false,
  -- Who wrote it down, or called.
  created_by int,
  -- The call that went out and by which this one was done, so that it can be undone.
  done_by_call bigint,
  primary key (instance_id, activity_id),
  foreign key (instance_id, activity_id) references activity on delete cascade
);
create unique index phone_call_group on phone_call (instance_id, line_id, group_ref) where group_ref is not null;
create index phone_call_number on phone_call (instance_id, number, started_at desc) where number is not null;
create index phone_call_running on phone_call (instance_id, started_at) where outcome in (0, 1);
create index phone_call_callback on phone_call (instance_id, callback_until) where callback = 1;
create index phone_call_file on phone_call (instance_id, file_hash) where file_hash is not null;
create index phone_call_done_by on phone_call (instance_id, done_by_call) where done_by_call is not null;

-- The ways that a conversation took: rung at a terminal, handed on, taken. What events said of each, in whatever order they came.
create table phone_leg (
  instance_id int not null,
  line_id int not null,
  call_ref text not null,
  terminal text not null default '',
  activity_id bigint not null,
  -- The conversation that it is a way of, as `group_ref` of its call.
  group_ref text not null,
  user_id int,
  -- Of the conversation, as far as this way of it says.
  direction smallint,
  number bigint,
  number_text text not null default '',
  called bigint,
  called_text text not null default '',
  -- The number of ours that was called before it was forwarded here.
  diverted_from text not null default '',
  system_name text not null default '',
  rung_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  -- Seconds, where the system says it.
  duration int,
  -- As OUTCOMES; null while it goes on.
  outcome smallint,
  primary key (instance_id, line_id, call_ref, terminal),
  foreign key (instance_id, activity_id) references phone_call on delete cascade
);
create index phone_leg_call on phone_leg (instance_id, activity_id);
create index phone_leg_group on phone_leg (instance_id, line_id, group_ref);
create index phone_leg_user on phone_leg (instance_id, user_id, answered_at) where ended_at is null and answered_at is not null;

-- Events that came, by their hash, for a day: the same one again changes nothing.
create table phone_event (
  instance_id int not null,
  line_id int not null,
  event_hash bytea not null,
  at timestamptz not null,
  primary key (instance_id, line_id, event_hash),
  foreign key (instance_id, line_id) references phone_line on delete cascade
);
create index phone_event_at on phone_event (instance_id, at);

-- Who wants no card of a call.
create table phone_hidden (
  instance_id int not null,
  activity_id bigint not null,
  user_id int not null,
  primary key (instance_id, activity_id, user_id),
  foreign key (instance_id, activity_id) references phone_call on delete cascade
);

-- The phone book: names of numbers.
create table phone_name (
  instance_id int not null references instance on delete cascade,
  name_id bigint generated always as identity,
  number bigint,
  number_text text not null,
  -- Digits, with the code of the country where it is known.
  digits text collate "C" not null,
  name text not null,
  -- As names are compared, and as they are sorted.
  name_key text collate "C" not null,
  -- Kölner Phonetik of its words.
  code text collate "C" not null,
  source text not null default 'hand',
  link_count int not null default 0,
  last_call_at timestamptz,
  -- The entry that stands for it since a merge.
  replaced_by bigint,
  created_by int,
  created_at timestamptz not null,
  primary key (instance_id, name_id)
);
create unique index phone_name_one on phone_name (instance_id, digits, name_key) where replaced_by is null;
create index phone_name_sorted on phone_name (instance_id, name_key, name_id) where replaced_by is null;
create index phone_name_number on phone_name (instance_id, number) where number is not null;
create index phone_name_code on phone_name (instance_id, code, name_id) where replaced_by is null and code <> '';
create index phone_name_links on phone_name (instance_id, link_count, name_id) where replaced_by is null;

-- How many entries sound alike, for those codes of which there are several.
create table phone_sound (
  instance_id int not null references instance on delete cascade,
  code text collate "C" not null,
  entries int not null,
  primary key (instance_id, code)
);
create index phone_sound_size on phone_sound (instance_id, entries desc, code) where entries > 1;

-- Entries that are not the same, whatever they sound like: a < b.
create table phone_ignored (
  instance_id int not null,
  a bigint not null,
  b bigint not null,
  primary key (instance_id, a, b),
  foreign key (instance_id, a) references phone_name on delete cascade,
  foreign key (instance_id, b) references phone_name on delete cascade
);

create table phone_merge (
  instance_id int not null references instance on delete cascade,
  merge_id bigint generated always as identity,
  primary_id bigint not null,
  replaced_ids bigint[] not null,
  by_user int not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (instance_id, merge_id)
);
create index phone_merge_at on phone_merge (instance_id, at desc) where undone_at is null;

-- What is known of whose a number is. Numbers of records and of the phone book are read where they stand.
create table number_claim (
  instance_id int not null references instance on delete cascade,
  claim_id bigint generated always as identity,
  number bigint not null,
  -- record, person, book, user.
  owner_kind text not null,
  owner_id bigint not null,
  source text not null,
  is_right boolean not null default true,
  first_at timestamptz not null,
  last_at timestamptz not null,
  seen int not null default 1,
  by_user int,
  revoked_at timestamptz,
  primary key (instance_id, claim_id)
);
create unique index number_claim_one on number_claim (instance_id, number, owner_kind, owner_id, source) where revoked_at is null;

create table phone_block (
  instance_id int not null references instance on delete cascade,
  number bigint not null,
  by_user int not null,
  at timestamptz not null,
  primary key (instance_id, number)
);

-- Ways to make calls.
create table dial_location (
  instance_id int not null references instance on delete cascade,
  location_id int generated always as identity,
  title text not null,
  way text not null,
  -- Addresses with what stands secretly in them, and the token: JSON { url, urlInit, urlHangup, token }.
  sealed text,
  -- The same addresses as they may be shown.
  url text not null default '',
  url_init text not null default '',
  url_hangup text not null default '',
  token_id text not null default '',
  call_polling boolean not null default true,
  line_id int,
  primary key (instance_id, location_id)
);

create table dial_user (
  instance_id int not null,
  user_id int not null,
  is_allowed boolean not null,
  location_id int,
  terminal text not null default '',
  caller_id text not null default '',
  primary key (instance_id, user_id),
  foreign key (instance_id, user_id) references app_user on delete cascade
);

create table dial_limit (
  instance_id int not null references instance on delete cascade,
  max_per_user int not null,
  max_per_instance int not null,
  primary key (instance_id)
);

-- Calls that people have begun from here.
create table dial_attempt (
  instance_id int not null,
  call_id bigint generated always as identity,
  user_id int not null,
  -- Of the command that began it: the same one again calls nobody a second time.
  process_id uuid not null,
  number bigint,
  number_text text not null,
  started_at timestamptz not null,
  -- Null where the telephone in the person's hand calls.
  location_id int,
  -- What the telephone system calls it, by which it is hung up; sealed.
  sealed_session text,
  -- Records that it is linked with once it is told of: [{ idoId, idoInstanceId }].
  links jsonb not null default '[]',
  contact_person_id bigint,
  -- The call that it became.
  activity_id bigint,
  ended_at timestamptz,
  primary key (instance_id, call_id),
  foreign key (instance_id, user_id) references app_user on delete cascade
);
create unique index dial_attempt_process on dial_attempt (instance_id, user_id, process_id);
create index dial_attempt_user on dial_attempt (instance_id, user_id, started_at desc);
create index dial_attempt_day on dial_attempt (instance_id, started_at);

call wall(array['call_list', 'phone_line', 'phone_terminal', 'phone_call', 'phone_leg', 'phone_event', 'phone_hidden', 'phone_name', 'phone_sound',
  'phone_ignored', 'phone_merge', 'number_claim', 'phone_block', 'dial_location', 'dial_user', 'dial_limit', 'dial_attempt']);
