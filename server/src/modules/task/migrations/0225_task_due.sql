-- What people have to do, by when it is due.
create index task_due on task (instance_id, responsible_id, due_at) where done_at is null and due_at is not null;
