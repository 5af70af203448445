-- How mail leaves an account; no host: by the operator's relay. An empty user name: as it is read.
alter table mail_account
  add column smtp_host text,
  add column smtp_port int,
  add column smtp_security text check (smtp_security in ('tls', 'starttls', 'none')),
  add column smtp_user_name text,
  add column sealed_smtp_password text,
  add column smtp_fingerprint text,
  add column smtp_fault jsonb,
  add column sent_copy text not null default 'auto' check (sent_copy in ('auto', 'append', 'server'));

-- Mails that leave: each row is handed over once, or said to be unsure.
create table mail_outgoing (
  instance_id int not null references instance on delete cascade,
  outgoing_id bigint not null generated always as identity,
  sender_id int not null,
  account_id int not null,
  user_id int not null,
  -- Of one draft there is one mail, whoever presses the button in however many windows.
  draft_key uuid,
  draft_id bigint,
  cause text not null check (cause in ('person', 'rule', 'absence', 'invitation', 'unsubscribe')),
  stage text not null check (stage in ('waiting', 'built', 'handing', 'data', 'accepted', 'refused', 'unknown', 'cancelled')),
  -- Fixed when the row is made, and the same at every try.
  message_id text not null,
  reference text not null,
  boundary text not null,
  dated_at timestamptz not null,
  -- The mail command as it was given, until it is built.
  fields jsonb not null,
  send_at timestamptz not null,
  raw_hash text,
  raw_size bigint,
  mail_id bigint,
  attempt int not null default 0,
  process_id uuid,
  next_at timestamptz not null,
  answer text not null default '',
  fault text,
  settled_by int,
  created_at timestamptz not null,
  stage_at timestamptz not null,
  primary key (instance_id, outgoing_id)
);
create unique index mail_outgoing_draft on mail_outgoing (instance_id, draft_key) where draft_key is not null and stage <> 'cancelled';
create unique index mail_outgoing_message on mail_outgoing (instance_id, message_id);
create unique index mail_outgoing_reference on mail_outgoing (instance_id, reference);
create index mail_outgoing_open on mail_outgoing (instance_id, user_id, send_at)
  where stage in ('waiting', 'built', 'handing', 'data', 'unknown', 'refused');
-- Over all instances, by the owner.
create index mail_outgoing_due on mail_outgoing (next_at) where stage in ('waiting', 'built', 'unknown');
create index mail_outgoing_held on mail_outgoing (process_id) where stage in ('handing', 'data');
create index mail_outgoing_mail on mail_outgoing (instance_id, mail_id) where mail_id is not null;

create table mail_outgoing_receiver (
  instance_id int not null,
  outgoing_id bigint not null,
  address text not null,
  name text not null default '',
  field text not null check (field in ('to', 'cc', 'bcc')),
  state text not null check (state in ('pending', 'accepted', 'refused', 'unknown', 'delayed', 'bounced', 'delivered')),
  answer text not null default '',
  changed_at timestamptz not null,
  primary key (instance_id, outgoing_id, address),
  foreign key (instance_id, outgoing_id) references mail_outgoing on delete cascade
);

-- Files of a mail that is not built yet, with what they have to be found by.
create table mail_outgoing_file (
  instance_id int not null,
  outgoing_id bigint not null,
  place int not null,
  filename text not null,
  size bigint not null,
  content_type text not null,
  blob_hash text not null,
  disposition text not null check (disposition in ('inline', 'attachment')),
  content_id text,
  primary key (instance_id, outgoing_id, place),
  foreign key (instance_id, outgoing_id) references mail_outgoing on delete cascade
);

-- What was said at each try, without content and secrets; the last 20.
create table mail_smtp_log (
  instance_id int not null,
  outgoing_id bigint not null,
  attempt int not null,
  at timestamptz not null,
  lines text not null,
  primary key (instance_id, outgoing_id, attempt),
  foreign key (instance_id, outgoing_id) references mail_outgoing on delete cascade
);

-- What is to be put into a mailbox on its server: copies of what was sent, of mails copied to it, of imported ones.
create table mail_append (
  instance_id int not null,
  append_id bigint not null generated always as identity,
  account_id int not null,
  mail_id bigint not null,
  role text not null check (role in ('sent', 'inbox')),
  raw_hash text not null,
  raw_size bigint not null,
  bcc text not null default '',
  message_id text,
  reference text,
  flags text[] not null,
  internal_date timestamptz not null,
  not_before timestamptz not null,
  stage text not null default 'wanted' check (stage in ('wanted', 'begun', 'done', 'refused')),
  -- Where it was begun, and the first UID that its result can have.
  target_path text,
  target_uid_validity bigint,
  target_next bigint,
  fault text,
  primary key (instance_id, append_id),
  unique (instance_id, account_id, mail_id, role),
  foreign key (instance_id, account_id) references mail_account on delete cascade
);
create index mail_append_due on mail_append (instance_id, account_id, not_before) where stage in ('wanted', 'begun');

-- Over all instances, by the owner.
create index mail_append_open on mail_append (not_before) where stage in ('wanted', 'begun');

-- Which of our mails answers or forwards which.
create table mail_answer (
  instance_id int not null,
  mail_id bigint not null,
  kind text not null check (kind in ('answer', 'forward')),
  outgoing_id bigint not null,
  user_id int not null,
  at timestamptz not null,
  primary key (instance_id, mail_id, kind, outgoing_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);

-- \Answered, $Forwarded, $Junk, $NotJunk, until the server has them.
alter table mail_copy add column want_flags text[] not null default '{}';

create table mail_dkim_key (
  instance_id int not null references instance on delete cascade,
  domain text not null,
  selector text not null,
  sealed_key text not null,
  public_key text not null,
  is_on boolean not null default false,
  checked_at timestamptz,
  fault text,
  primary key (instance_id, domain, selector)
);

call wall(array['mail_outgoing', 'mail_outgoing_receiver', 'mail_outgoing_file', 'mail_smtp_log', 'mail_append', 'mail_answer', 'mail_dkim_key']);
