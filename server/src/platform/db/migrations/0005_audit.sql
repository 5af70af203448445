-- Who did what, from where. Nobody alters it: numbers without gaps, each entry vouching for the one before it by its hash, and no
-- statement but INSERT that is carried out, whoever sends it. It goes with its whole instance alone.
create table audit_entry (
  instance_id int not null references instance on delete cascade,
  entry_id bigint not null,
  -- Whole milliseconds, as they are hashed.
  at timestamptz not null check (at = date_trunc('milliseconds', at)),
  kind text not null,
  -- No reference: who is forgotten is still who did it.
  user_id int,
  user_name text not null,
  address text not null,
  device text not null,
  subject text not null,
  details jsonb not null,
  hash bytea not null,
  primary key (instance_id, entry_id)
);
create index audit_entry_at on audit_entry (instance_id, at);
create index audit_entry_person on audit_entry (instance_id, user_id, entry_id);

-- Where the chain ends. Its row is the lock of whoever appends, and tells of entries that were cut off.
create table audit_head (
  instance_id int primary key references instance on delete cascade,
  entries bigint not null,
  hash bytea not null
) with (fillfactor = 50);

call wall(array['audit_entry', 'audit_head']);

do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke update, delete, truncate on audit_entry from kontor_app;
    revoke delete, truncate on audit_head from kontor_app;
  end if;
end $$;

create function audit_stands() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- The instance is gone before what hangs on it.
  if tg_op = 'DELETE' and not exists (select from instance i where i.instance_id = old.instance_id) then
    return old;
  end if;
  raise exception 'The audit log is not altered' using errcode = 'insufficient_privilege';
end $$;

create function audit_grows() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.instance_id = old.instance_id and (new.entries > old.entries or new is not distinct from old) then
    return new;
  end if;
  raise exception 'The audit log only grows' using errcode = 'insufficient_privilege';
end $$;

create trigger stands before update or delete on audit_entry for each row execute function audit_stands();
create trigger stands_whole before truncate on audit_entry for each statement execute function audit_stands();
create trigger grows before update on audit_head for each row execute function audit_grows();
create trigger stands before delete on audit_head for each row execute function audit_stands();
create trigger stands_whole before truncate on audit_head for each statement execute function audit_stands();
-- Also for a session that says it replicates.
alter table audit_entry enable always trigger stands;
alter table audit_entry enable always trigger stands_whole;
alter table audit_head enable always trigger grows;
alter table audit_head enable always trigger stands;
alter table audit_head enable always trigger stands_whole;
