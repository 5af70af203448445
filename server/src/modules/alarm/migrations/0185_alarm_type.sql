-- Which types there are is what kinds of item declare: a new kind needs no other table than its own.
alter table alarm drop constraint alarm_type_check;
