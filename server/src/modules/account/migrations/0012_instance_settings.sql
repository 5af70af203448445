-- Administrators name their own instance; the role that answers requests changes no row of the instances itself.
create function set_own_instance(new_title text, new_settings jsonb) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.instance set title = new_title, settings = settings || new_settings
  where instance_id = public.app_instance()
$$;
revoke execute on function set_own_instance from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function set_own_instance to kontor_app;
  end if;
end $$;
