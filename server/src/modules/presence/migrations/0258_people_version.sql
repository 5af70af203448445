-- Counts the changes of what shows of people, as number -2 among the stamps, in the transaction that makes them: what was read of them at a count is what
-- they are as long as it stands. Three things are not counted: devices, which no table knows; time; that a session was used, as each request does.
--
-- It is counted once in a transaction, before anything else can come between it and the commit: two who change something of two people wait for
-- each other no longer than a commit takes. Whoever alters one of these tables in a transaction that has changed its rows sets its constraints
-- immediate first.
create function count_people_up() returns trigger language plpgsql as $$
declare
  of_instance int := coalesce(new.instance_id, old.instance_id);
  -- Owners who are bound by the wall may be bound to none any more.
  bound text := coalesce(current_setting('app.instance', true), '');
begin
  if current_setting('app.people_counted', true) = of_instance::text then return null; end if;
  perform set_config('app.people_counted', of_instance::text, true);
  perform set_config('app.instance', of_instance::text, true);
  -- Where the instance itself goes, nothing is counted any more.
  insert into public.change_stamp as known (instance_id, user_id, stamp)
    select i.instance_id, -2, 1 from public.instance i where i.instance_id = of_instance
    on conflict (instance_id, user_id) do update set stamp = known.stamp + 1;
  perform set_config('app.instance', bound, true);
  return null;
end $$;

-- Who they are.
create constraint trigger people_come_or_go after insert or delete on app_user
  deferrable initially deferred for each row execute function count_people_up();
create constraint trigger people_are_others after update of user_name, first_name, last_name, avatar, is_active on app_user
  deferrable initially deferred for each row execute function count_people_up();
create constraint trigger people_may_hide after update of settings on instance
  deferrable initially deferred for each row execute function count_people_up();
create constraint trigger people_sign_in_or_out after insert or delete or update of ended_at on session
  deferrable initially deferred for each row execute function count_people_up();

-- What they say.
create constraint trigger people_choose after insert or update or delete on user_presence
  deferrable initially deferred for each row execute function count_people_up();
create constraint trigger people_have_states after insert or update or delete on user_state
  deferrable initially deferred for each row execute function count_people_up();
create constraint trigger people_are_at_places after update or delete on automatic_state
  deferrable initially deferred for each row execute function count_people_up();

-- What the sources know.
create constraint trigger people_are_away after insert or update or delete on mail_absence
  deferrable initially deferred for each row execute function count_people_up();
create constraint trigger people_begin_to_talk after insert on phone_call
  deferrable initially deferred for each row when (new.outcome = 1) execute function count_people_up();
create constraint trigger people_talk after update on phone_call
  deferrable initially deferred for each row when (old.outcome = 1 or new.outcome = 1) execute function count_people_up();
create constraint trigger people_talk_no_more after delete on phone_call
  deferrable initially deferred for each row when (old.outcome = 1) execute function count_people_up();
create constraint trigger people_are_taken after insert on appointment_span
  deferrable initially deferred for each row when (new.kind = 1 and new.mode in (0, 1)) execute function count_people_up();
create constraint trigger people_are_taken_otherwise after update on appointment_span
  deferrable initially deferred for each row execute function count_people_up();
create constraint trigger people_are_taken_no_more after delete on appointment_span
  deferrable initially deferred for each row when (old.kind = 1 and old.mode in (0, 1)) execute function count_people_up();
create constraint trigger people_keep_times after insert on calendar_right
  deferrable initially deferred for each row when (new.level = 'none') execute function count_people_up();
create constraint trigger people_keep_times_otherwise after update on calendar_right
  deferrable initially deferred for each row when (old.level = 'none' or new.level = 'none') execute function count_people_up();
create constraint trigger people_keep_times_no_more after delete on calendar_right
  deferrable initially deferred for each row when (old.level = 'none') execute function count_people_up();
