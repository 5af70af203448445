-- When an item comes back to a person who has put it off: 'infinity' where only an answer brings it. `snoozed_for`: 'time', or 'answer' for
-- an answer too; what is after `snoozed_after` and `snoozed_at` may be one. `woken_by` has answered, where that brought it back.
alter table activity_user
  add column snoozed_until timestamptz,
  add column snoozed_for text,
  add column snoozed_at timestamptz,
  add column snoozed_after bigint,
  add column woken_at timestamptz,
  add column woken_by text;
-- Not looked at for rows that are there, which have none: the table is the largest, and nobody could write meanwhile.
alter table activity_user add constraint activity_user_snoozed_for check (snoozed_for in ('time', 'answer')) not valid;

-- What is put off is not in the index for what is open, as what is Done is not: inbox, open lists and counts ask for its very condition
-- and read no row to learn it, so that they cost what they did. Nulls take no room in a row that has some already.
drop index au_open;
create index au_open on activity_user (instance_id, user_id, ts desc, activity_id desc) include (module, status)
  where status < 3 and not trashed and snoozed_until is null;

-- For the clock, which looks for what is due, and for a person's list of it. Of most rows neither has anything.
create index au_due on activity_user (instance_id, snoozed_until, activity_id) where snoozed_until is not null;
create index au_snoozed on activity_user (instance_id, user_id, ts desc, activity_id desc) include (module, status)
  where snoozed_until is not null;
