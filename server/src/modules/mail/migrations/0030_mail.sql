-- Where and as whom a mailbox is read. The password is sealed by the key file in the data folder.
create table mail_account (
  instance_id int not null references instance on delete cascade,
  account_id int generated always as identity,
  box_id int not null,
  owner_id int not null,
  name text not null,
  email text not null,
  host text not null,
  port int not null,
  security text not null check (security in ('tls', 'starttls', 'none')),
  user_name text not null,
  sealed_password text not null,
  trusted_fingerprint text,
  -- What the account did last, for the time until it is connected again.
  fault jsonb,
  last_sync timestamptz,
  removed_at timestamptz,
  primary key (instance_id, account_id),
  foreign key (instance_id, box_id) references box,
  foreign key (instance_id, owner_id) references app_user
);
create unique index mail_account_once on mail_account (instance_id, lower(host), user_name) where removed_at is null;
create index mail_account_box on mail_account (instance_id, box_id);

create table mail_folder (
  instance_id int not null,
  folder_id int generated always as identity,
  account_id int not null,
  path text not null,
  role text not null,
  uid_validity bigint not null,
  -- Mails below this UID were there before Kontor was.
  first_uid_next bigint not null,
  modseq text,
  primary key (instance_id, folder_id),
  unique (instance_id, account_id, path),
  foreign key (instance_id, account_id) references mail_account on delete cascade
);

-- One row a mail, however many mailboxes hold it; its id is that of its list entry.
create table mail (
  instance_id int not null,
  mail_id bigint not null,
  content_key text not null,
  message_id text,
  in_reply_to text,
  refs text[] not null default '{}',
  subject text not null,
  people jsonb not null,
  html text not null,
  external_images jsonb not null default '[]',
  raw_hash text not null,
  raw_size bigint not null,
  auto_submitted boolean not null default false,
  -- Why it could not be taken apart; null where it could.
  unreadable text,
  primary key (instance_id, mail_id),
  unique (instance_id, content_key),
  foreign key (instance_id, mail_id) references activity on delete cascade
);
create index mail_message_id on mail (instance_id, message_id) where message_id is not null;

create table mail_attachment (
  instance_id int not null,
  attachment_id int generated always as identity,
  mail_id bigint not null,
  part int not null,
  filename text not null,
  content_type text not null,
  content_id text,
  disposition text not null check (disposition in ('inline', 'attachment')),
  size bigint not null,
  blob_hash text not null,
  primary key (instance_id, mail_id, part),
  foreign key (instance_id, mail_id) references mail on delete cascade
);

-- One row a message on a mail server. Flags are those last seen there; `want_seen` is what Kontor's people want them to be.
create table mail_copy (
  instance_id int not null,
  copy_id bigint generated always as identity,
  folder_id int not null,
  uid_validity bigint not null,
  uid bigint not null,
  seen boolean not null,
  answered boolean not null,
  flagged boolean not null,
  deleted boolean not null,
  want_seen boolean,
  was_there boolean not null,
  truncated boolean not null default false,
  internal_date timestamptz not null,
  raw_hash text not null,
  raw_size bigint not null,
  -- Null until the mail is in the lists.
  mail_id bigint,
  primary key (instance_id, copy_id),
  unique (instance_id, folder_id, uid_validity, uid),
  foreign key (instance_id, folder_id) references mail_folder on delete cascade,
  foreign key (instance_id, mail_id) references mail on delete cascade
);
create index mail_copy_mail on mail_copy (instance_id, mail_id);
create index mail_copy_pending on mail_copy (instance_id, copy_id) where mail_id is null;
create index mail_copy_push on mail_copy (instance_id, folder_id) where want_seen is not null;

call wall(array['mail_account', 'mail_folder', 'mail', 'mail_attachment', 'mail_copy']);
