-- What people and groups may do with an account: a row at all lets them see its mails. Its owner may everything without one. Members of
-- the account's box follow from these rows.
create table mail_right (
  instance_id int not null,
  account_id int not null,
  subject text not null check (subject in ('person', 'group')),
  subject_id int not null,
  sends boolean not null,
  manages boolean not null,
  primary key (instance_id, account_id, subject, subject_id),
  foreign key (instance_id, account_id) references mail_account on delete cascade
);
create index mail_right_subject on mail_right (instance_id, subject, subject_id);
alter table mail_account add column rights_version int not null default 1;

-- Who takes care of a mail.
create table mail_claim (
  instance_id int not null,
  mail_id bigint not null,
  user_id int not null,
  at timestamptz not null,
  primary key (instance_id, mail_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);
create index mail_claim_user on mail_claim (instance_id, user_id);

create table mail_comment (
  instance_id int not null,
  comment_id bigint not null generated always as identity,
  mail_id bigint not null,
  user_id int not null,
  content text not null,
  mentions int[] not null default '{}',
  version int not null default 1,
  at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (instance_id, comment_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);
create index mail_comment_mail on mail_comment (instance_id, mail_id, comment_id) where deleted_at is null;

-- Who is at a mail or draft at the moment; nothing is lost with it.
create unlogged table mail_attendance (
  instance_id int not null,
  user_id int not null,
  session_id uuid not null,
  mail_id bigint not null default 0,
  draft_id bigint not null default 0,
  doing text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (instance_id, user_id, session_id, mail_id, draft_id)
);
create index mail_attendance_mail on mail_attendance (instance_id, mail_id) where mail_id <> 0;
create index mail_attendance_draft on mail_attendance (instance_id, draft_id) where draft_id <> 0;
-- Over all instances, by the owner.
create index mail_attendance_until on mail_attendance (until);

create table mail_rule (
  instance_id int not null references instance on delete cascade,
  rule_id uuid not null,
  -- Null: the owner's own, for what they see of any account.
  account_id int,
  owner_id int not null,
  name text not null,
  place int not null,
  is_on boolean not null,
  conditions jsonb not null,
  actions jsonb not null,
  stops boolean not null,
  version int not null default 1,
  deleted_at timestamptz,
  primary key (instance_id, rule_id)
);
create index mail_rule_account on mail_rule (instance_id, account_id, place) where account_id is not null and deleted_at is null;
create index mail_rule_owner on mail_rule (instance_id, owner_id, place) where account_id is null and deleted_at is null;

-- One row a mail and set of rules, written in the transaction that lists the mail: rules act once, whatever is tried again.
create table mail_rule_run (
  instance_id int not null,
  mail_id bigint not null,
  account_id int not null,
  owner_id int not null default 0,
  at timestamptz not null,
  fired jsonb not null,
  primary key (instance_id, mail_id, account_id, owner_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);
create index mail_rule_run_at on mail_rule_run (instance_id, at desc) where fired <> '[]';

-- Of a person (then the account is 0) or of an account (then the person is).
create table mail_absence (
  instance_id int not null references instance on delete cascade,
  user_id int not null default 0,
  account_id int not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  subject text not null,
  content text not null,
  inner_content text not null,
  answers boolean not null,
  substitute_id int,
  version int not null default 1,
  primary key (instance_id, user_id, account_id)
);

-- One answer an address in four days, whatever it is that answers.
create table mail_auto_answer (
  instance_id int not null,
  account_id int not null,
  address text not null,
  at timestamptz not null,
  primary key (instance_id, account_id, address),
  foreign key (instance_id, account_id) references mail_account on delete cascade
);

create table mail_substitution (
  instance_id int not null,
  mail_id bigint not null,
  user_id int not null,
  for_user_id int not null,
  at timestamptz not null,
  primary key (instance_id, mail_id, user_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);

-- Everybody who belonged to a box could send for its account until now. The owner is bound by the wall too, where it is an ordinary user.
alter table mail_account no force row level security;
alter table box_member no force row level security;
insert into mail_right (instance_id, account_id, subject, subject_id, sends, manages)
  select a.instance_id, a.account_id, 'person', m.user_id, true, false
  from mail_account a join box_member m on m.instance_id = a.instance_id and m.box_id = a.box_id
  where m.user_id <> a.owner_id;
alter table mail_account force row level security;
alter table box_member force row level security;

call wall(array['mail_right', 'mail_claim', 'mail_comment', 'mail_attendance', 'mail_rule', 'mail_rule_run', 'mail_absence',
  'mail_auto_answer', 'mail_substitution']);
