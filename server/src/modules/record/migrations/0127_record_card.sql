-- Where cards stand that somebody has moved, among those of their choice. All others stand where their number puts them: no row is needed
-- for them. A row counts for as long as its choice is that of the record.
create table record_card (
  instance_id int not null,
  kind_id int not null,
  key text collate "C" not null,
  record_id bigint not null,
  -- As the record's cell has it.
  value text collate "C" not null,
  rank numeric not null,
  primary key (instance_id, record_id, key),
  foreign key (instance_id, record_id) references record on delete cascade
);
create index record_card_order on record_card (instance_id, kind_id, key, value, rank, record_id);

call wall(array['record_card']);
