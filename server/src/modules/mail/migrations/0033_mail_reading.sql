-- What is odd about the sender, as it stood when the mail came.
alter table mail add column warnings jsonb not null default '[]';

-- Whom the instance's people write to. Rows are only ever added, a mail's own: counting in place would make the mails
-- that are filed at once wait for each other.
create table mail_written (
  instance_id int not null references instance on delete cascade,
  domain text not null,
  mail_id bigint not null,
  primary key (instance_id, domain, mail_id)
);
insert into mail_written (instance_id, domain, mail_id)
select distinct m.instance_id, lower(substring(receiver ->> 'address' from '@([^@]+)$')), m.mail_id
from mail m
join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id and a.direction = 1
cross join lateral jsonb_array_elements((m.people -> 'to') || (m.people -> 'cc')) receiver
where receiver ->> 'address' like '%@_%';

-- External images that were asked for, each fetched once: whoever looks again, and whoever looks later, is seen by nobody.
create table mail_image (
  instance_id int not null,
  mail_id bigint not null,
  image_id int not null,
  -- Null where it could not be had; then it is not tried again before `retry_at`.
  blob_hash text,
  content_type text,
  size bigint not null default 0,
  fetched_at timestamptz not null,
  retry_at timestamptz,
  primary key (instance_id, mail_id, image_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);

call wall(array['mail_written', 'mail_image']);
