-- Items of a record are counted in the order of their numbers, which this index has without those of other records. Where there are many links it is
-- built while the server runs (`LATE_INDEXES` of the module).
do $$ begin
  if pg_table_size('activity_record') < 64 * 1024 * 1024 then
    create index if not exists activity_record_item on activity_record (instance_id, record_id, activity_id);
  end if;
end $$;
