-- Counting by an index alone needs to know which pages everybody may see, and what is counted is mostly new. PostgreSQL looks at a table once a
-- fifth of it has changed, which is never in time where it has millions of rows; here a hundredth is enough.
do $$
declare name text;
begin
  foreach name in array array['activity', 'activity_user', 'activity_record', 'record_cell', 'appointment_span', 'phone_call', 'message_text'] loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01,
      autovacuum_vacuum_cost_delay = 1)', name);
  end loop;
end $$;
