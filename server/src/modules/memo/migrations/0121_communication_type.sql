-- What memos are about: the instance's own list. The first seven are called by what they are in the contract, which readers have in their
-- language, until somebody names them otherwise. A type that is not offered any more stays that of the memos that have it.
create table communication_type (
  instance_id int not null references instance on delete cascade,
  type_id int not null,
  name text not null,
  place int not null,
  is_offered boolean not null default true,
  primary key (instance_id, type_id)
);
call wall(array['communication_type']);

-- Owners who are bound by the wall bind themselves to the instance for as long as it takes.
create function make_communication_types(instance int) returns void language plpgsql set search_path = public, pg_temp as $$
declare bound text := coalesce(current_setting('app.instance', true), '');
begin
  perform set_config('app.instance', instance::text, true);
  insert into communication_type (instance_id, type_id, name, place)
    select instance, t.n, t.name, t.n
    from unnest(array['call', 'mail', 'meeting', 'visit', 'video', 'letter', 'other']) with ordinality as t (name, n);
  perform set_config('app.instance', bound, true);
end $$;
revoke execute on function make_communication_types from public;

create function keep_communication_types() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform make_communication_types(new.instance_id);
  return null;
end $$;
create trigger communication_types_kept after insert on instance for each row execute function keep_communication_types();

do $$
declare one int;
begin
  for one in select instance_id from instance order by 1 loop perform make_communication_types(one); end loop;
end $$;

-- Whom a memo is with stands at its links, where the history of a person finds it.
alter table memo no force row level security;
alter table record_person no force row level security;
alter table activity_record no force row level security;
update activity_record l set person_id = p.person_id
  from memo m join record_person p on p.instance_id = m.instance_id and p.person_id = m.contact_person_id
  where l.instance_id = m.instance_id and l.activity_id = m.memo_id and l.record_id = p.record_id;
alter table memo force row level security;
alter table record_person force row level security;
alter table activity_record force row level security;
