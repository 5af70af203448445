-- The role that answers requests needs less than all of the two tables that row-level security does not bind.
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke insert, update, delete on instance from kontor_app;
    revoke select, update, delete on event_outbox from kontor_app;
  end if;
end $$;
