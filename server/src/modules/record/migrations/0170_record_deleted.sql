-- The records that can be brought back, the one that was deleted last first.
create index record_deleted on record (instance_id, deleted_at desc, record_id desc) where deleted_at is not null;
