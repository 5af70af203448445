-- Messages. Title and times stand in the item, and whose segment of it somebody sees in `activity_user`. Times here are milliseconds since 1970.
create table message (
  instance_id int not null,
  message_id bigint not null,
  begun_by int not null,
  created_at bigint not null,
  -- Everybody reads everything.
  is_open boolean not null default false,
  -- Receivers know of each other.
  see_each_other boolean not null default false,
  -- What the groups were called that it was sent to; null where there was none.
  group_name text,
  -- Whom it was sent to: numbers of people, and groups as {"groupId": 7}.
  addressee jsonb not null default '[]',
  -- How many people it went to, beside the sender.
  receivers int not null default 0,
  -- Null before it was sent.
  sent_at bigint,
  primary key (instance_id, message_id),
  foreign key (instance_id, message_id) references activity on delete cascade
);
create index message_unsent on message (instance_id, created_at) where sent_at is null;

-- Threads. Segment 0 has the first text, which is shown in all of them, and in open messages all texts; the others are called by the receiver whose
-- thread with the sender they are, and made with the first answer.
create table message_segment (
  instance_id int not null,
  message_id bigint not null,
  segment_id int not null,
  -- Number of the newest text.
  last_no int not null default 0,
  -- How far the sender of the message has read it, as in message_member.
  sender_read_no int not null default 0,
  sender_seen_no int not null default 0,
  sender_seen_at bigint,
  sender_told_no int not null default 0,
  last_at bigint not null,
  last_by int not null,
  -- How the newest text begins.
  preview text not null default '',
  primary key (instance_id, message_id, segment_id),
  foreign key (instance_id, message_id) references message on delete cascade
) with (fillfactor = 70);

-- What was said, once, numbered without a gap in its segment. The first text is number 0 of segment 0.
create table message_text (
  instance_id int not null,
  message_id bigint not null,
  segment_id int not null,
  no int not null,
  sent_by int not null,
  sent_at bigint not null,
  -- Null where it was not written before it was sent.
  written_at bigint,
  reply_to int,
  content text not null,
  primary key (instance_id, message_id, segment_id, no),
  foreign key (instance_id, message_id) references message on delete cascade
);

-- Everybody who has to do with a message, the sender among them, who is in all segments.
create table message_member (
  instance_id int not null,
  message_id bigint not null,
  user_id int not null,
  segment_id int not null,
  -- Number of the last text that counts as read for them.
  read_no int not null default -1,
  -- The same of what they have read ever, and when that was: nobody unreads anything for others. Those have been told of it as far as told_no.
  seen_no int not null default -1,
  seen_at bigint,
  told_no int not null default -1,
  -- Until then their row stays as it is whatever is said.
  muted_until bigint,
  primary key (instance_id, message_id, user_id),
  foreign key (instance_id, message_id) references message on delete cascade
);

-- What somebody has begun to write: a message that was not sent, or an answer in a segment.
create table message_draft (
  instance_id int not null,
  draft_id bigint generated always as identity,
  user_id int not null,
  message_id bigint not null,
  segment_id int not null default 0,
  content text not null default '',
  addressee jsonb not null default '[]',
  saved_at bigint not null,
  primary key (instance_id, draft_id),
  foreign key (instance_id, message_id) references message on delete cascade,
  foreign key (instance_id, user_id) references app_user (instance_id, user_id) on delete cascade
);
create unique index message_draft_of on message_draft (instance_id, user_id, message_id, segment_id);
create index message_draft_message on message_draft (instance_id, message_id);

call wall(array['message', 'message_segment', 'message_text', 'message_member', 'message_draft']);
