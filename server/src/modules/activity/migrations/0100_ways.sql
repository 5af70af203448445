-- By what somebody sees an item: 1 by right (a box, being named in it, having written it), 2 by a share, 3 by both. A way that ends takes its
-- bit, and the row goes with the last one. Rows that are there are by right, which costs no rewriting of the largest table.
alter table activity_user add column ways smallint not null default 1;
alter table activity_user add constraint activity_user_ways check (ways between 1 and 3) not valid;
