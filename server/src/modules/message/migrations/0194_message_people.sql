-- Who came to an open message later, or has left it.
alter table message_member
  -- Number of the first text that they read.
  add column joined_no int not null default 0,
  -- That of the last one, once they have left.
  add column left_no int,
  add column left_at bigint;
