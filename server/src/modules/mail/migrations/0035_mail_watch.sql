-- Which server process reads which mailbox: one row for each that is to be read, over all instances. Kept by the database itself, so
-- that no change of an account is missed, and reached by the server's own work alone.
create table mail_watch (
  instance_id int not null,
  account_id int not null,
  -- Raised with every change of the account that its reader has to begin anew for.
  version bigint not null default 1,
  process_id uuid references server_process on delete set null,
  -- What the reader told of itself last.
  state jsonb,
  primary key (instance_id, account_id),
  foreign key (instance_id, account_id) references mail_account on delete cascade
);
create index mail_watch_process on mail_watch (process_id);

create function keep_mail_watch() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.kind = 'imap' and not new.paused and new.removed_at is null then
    insert into mail_watch (instance_id, account_id) values (new.instance_id, new.account_id)
    on conflict (instance_id, account_id) do update set version = mail_watch.version + 1;
  else
    delete from mail_watch where instance_id = new.instance_id and account_id = new.account_id;
  end if;
  return null;
end $$;
revoke execute on function keep_mail_watch from public;

-- A token that a server replaced is kept by the reader itself, which goes on.
create trigger mail_watch_kept after insert or update of kind, host, port, security, user_name, sealed_password,
  sealed_client_secret, trusted_fingerprint, authentication, token_url, client_id, paused, removed_at
  on mail_account for each row execute function keep_mail_watch();

-- The owner is bound by the wall too, where it is an ordinary user.
alter table mail_account no force row level security;
insert into mail_watch (instance_id, account_id)
  select instance_id, account_id from mail_account where kind = 'imap' and not paused and removed_at is null;
alter table mail_account force row level security;

do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke all on mail_watch from kontor_app;
  end if;
end $$;
