-- What those who run the server want to know of it, such as the last backup. For the owner alone.
create table operation_state (
  name text primary key,
  value jsonb not null,
  noted_at timestamptz not null default now()
);

do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke all on operation_state from kontor_app;
  end if;
end $$;
