-- How far an absence is, so that its beginning and its end are met once; and when the one before it was, which is what is handed over
-- until the next one begins.
alter table mail_absence
  add column stage text not null default 'coming' check (stage in ('coming', 'begun', 'over')),
  add column last_starts_at timestamptz,
  add column last_ends_at timestamptz;
-- Over all instances, by the owner.
create index mail_absence_coming on mail_absence (starts_at) where stage = 'coming';
create index mail_absence_begun on mail_absence (ends_at) where stage = 'begun';

alter table mail_substitution
  alter column for_user_id set default 0,
  -- The account whose absence it is; then it is nobody's own.
  add column for_account_id int not null default 0,
  -- The account that the mail may be answered as; 0: none.
  add column account_id int not null default 0,
  -- When the mail was the substitute's to see no more, and how it stood with them then.
  add column ended_at timestamptz,
  add column status smallint,
  drop constraint mail_substitution_pkey,
  add primary key (instance_id, mail_id, user_id, for_user_id, for_account_id);
create index mail_substitution_open on mail_substitution (instance_id, user_id, account_id) where ended_at is null;
create index mail_substitution_for on mail_substitution (instance_id, for_user_id, for_account_id);
