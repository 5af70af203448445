-- What a series was before this time of it was left out, and before it was ended, the last one last: so that it can be again.
alter table task_series add column undo jsonb not null default '[]';
