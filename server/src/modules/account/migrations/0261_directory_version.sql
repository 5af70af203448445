-- Counts the changes of who people are to others (names, letters, pictures, rights, whether they are still there), as number -3 among the stamps, in
-- the transaction that makes them: what was read of them at a count is what they are as long as it stands. It is counted once in a transaction, before
-- anything else can come between it and the commit, as what shows of people is (number -2).
create function count_directory_up() returns trigger language plpgsql as $$
declare
  of_instance int := coalesce(new.instance_id, old.instance_id);
  -- Owners who are bound by the wall may be bound to none any more.
  bound text := coalesce(current_setting('app.instance', true), '');
begin
  if current_setting('app.directory_counted', true) = of_instance::text then return null; end if;
  perform set_config('app.directory_counted', of_instance::text, true);
  perform set_config('app.instance', of_instance::text, true);
  -- Where the instance itself goes, nothing is counted any more.
  insert into public.change_stamp as known (instance_id, user_id, stamp)
    select i.instance_id, -3, 1 from public.instance i where i.instance_id = of_instance
    on conflict (instance_id, user_id) do update set stamp = known.stamp + 1;
  perform set_config('app.instance', bound, true);
  return null;
end $$;

-- Their names come after those of the triggers that count number -2, so that the two are always counted in this order.
create constraint trigger people_come_or_go_by_name after insert or delete on app_user
  deferrable initially deferred for each row execute function count_directory_up();
create constraint trigger people_are_others_by_name
  after update of user_name, first_name, last_name, initial, avatar, rights, is_active on app_user
  deferrable initially deferred for each row execute function count_directory_up();
