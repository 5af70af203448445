-- Counts the changes of an instance's kinds, as number -1 among the stamps, in the transaction that makes them: what was read of them at a count is
-- what they are as long as it stands.
create function count_kinds_up() returns trigger language plpgsql as $$
begin
  -- Where the instance itself goes, nothing is counted any more.
  insert into change_stamp as known (instance_id, user_id, stamp)
    select distinct c.instance_id, -1, 1 from changed c join instance i on i.instance_id = c.instance_id order by c.instance_id
    on conflict (instance_id, user_id) do update set stamp = known.stamp + 1;
  return null;
end $$;
create trigger record_kind_made after insert on record_kind referencing new table as changed
  for each statement execute function count_kinds_up();
create trigger record_kind_changed after update on record_kind referencing new table as changed
  for each statement execute function count_kinds_up();
create trigger record_kind_gone after delete on record_kind referencing old table as changed
  for each statement execute function count_kinds_up();
