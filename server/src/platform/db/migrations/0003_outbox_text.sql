-- Nobody looks into the body of an event but those who receive it: kept as it was written, it is neither taken apart nor put together.
alter table event_outbox alter column body type text using body::text;
