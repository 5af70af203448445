-- An address that Kontor itself receives mail for: an account without a server.
alter table mail_account add column kind text not null default 'imap' check (kind in ('imap', 'smtp'));
drop index mail_account_once;
create unique index mail_account_once on mail_account (instance_id, lower(host), user_name)
  where removed_at is null and kind = 'imap';

-- Whose an address is, over all instances: a mail that arrives belongs to none yet. Reached by the two functions alone, but for
-- the receiver, which is the owner.
create table mail_address (
  address text primary key,
  instance_id int not null references instance on delete cascade,
  account_id int not null,
  unique (instance_id, account_id)
);

-- Gives an address to an account of the connection's instance, in place of the one it had. Answers whether nobody else has it.
create function take_mail_address(account int, wanted text) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  delete from mail_address where instance_id = app_instance() and account_id = account and address <> wanted;
  insert into mail_address (address, instance_id, account_id) values (wanted, app_instance(), account) on conflict do nothing;
  return exists (select from mail_address where address = wanted and instance_id = app_instance() and account_id = account);
end $$;

create function leave_mail_address(account int) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from mail_address where instance_id = app_instance() and account_id = account
$$;

do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke all on mail_address from kontor_app;
  end if;
end $$;
revoke execute on function take_mail_address, leave_mail_address from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function take_mail_address, leave_mail_address to kontor_app;
  end if;
end $$;

-- One row a mail that was received for an address. The hash of what was sent keeps a second delivery of it from being a second mail.
create table mail_received (
  instance_id int not null,
  received_id bigint generated always as identity,
  account_id int not null,
  sent_hash text not null,
  sender text not null,
  raw_hash text not null,
  raw_size bigint not null,
  received_at timestamptz not null,
  -- Null until the mail is in the lists.
  mail_id bigint,
  primary key (instance_id, received_id),
  unique (instance_id, account_id, sent_hash),
  foreign key (instance_id, account_id) references mail_account on delete cascade,
  foreign key (instance_id, mail_id) references mail on delete cascade
);
create index mail_received_mail on mail_received (instance_id, mail_id);
create index mail_received_waiting on mail_received (instance_id, received_id) where mail_id is null;

-- Who has asked to deliver, as a hash of network, sender and recipient.
create table mail_greylist (
  instance_id int not null references instance on delete cascade,
  attempt bytea not null,
  asked_at timestamptz not null,
  seen_at timestamptz not null,
  passed boolean not null,
  primary key (instance_id, attempt)
);
create index mail_greylist_age on mail_greylist (instance_id, seen_at);

create index mail_unreadable on mail (instance_id, mail_id) where unreadable is not null;

call wall(array['mail_received', 'mail_greylist']);
