-- Virtual hosts that were made at the broker. Without a reference: an instance may be removed while nobody leads, and its virtual host has to be
-- known for as long as it is there.
create table broker_vhost (
  instance_id int not null,
  vhost text not null,
  primary key (instance_id, vhost)
);

do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    revoke all on broker_vhost from kontor_app;
  end if;
end $$;
