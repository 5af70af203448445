-- Where in an item a word stands: title A, senders B, receivers C, body D. Rows of form 0 have title and people in A and the body in C,
-- until a job has come to them; the server stands still for none of it.
alter table activity_search add column form smallint not null default 0;
create index activity_search_old on activity_search (instance_id, activity_id) where form = 0;

create index activity_files on activity (instance_id, ts desc, activity_id desc) where extras @> '{"hasAttachments": true}';
create index activity_warned on activity (instance_id, ts desc, activity_id desc) where extras @> '{"warned": true}';

drop function put_search;
create function put_search(item bigint, item_ts timestamptz, item_module int, item_viewers int[], title text, senders text,
  receivers text, body text) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
  values (item, item_ts, app_instance(), item_module::smallint, item_viewers,
    setweight(to_tsvector('kontor', title), 'A') || setweight(to_tsvector('kontor', senders), 'B')
      || setweight(to_tsvector('kontor', receivers), 'C') || setweight(to_tsvector('kontor', body), 'D'), 1)
  on conflict (instance_id, activity_id) do update
    set viewers = excluded.viewers, tsv = excluded.tsv, ts = excluded.ts, form = excluded.form
$$;

-- Items whose rows are of the old form, newest first.
create function old_searches(most int) returns setof bigint language sql stable security definer
  set search_path = public, pg_temp as $$
  select s.activity_id from activity_search s where s.instance_id = app_instance() and s.form = 0
  order by s.activity_id desc limit most
$$;

-- Brings a row to the form of today; of the body nothing is known but what the row has.
create function renew_search(item bigint, title text, senders text, receivers text) returns void language sql volatile
  security definer set search_path = public, pg_temp as $$
  update activity_search s set form = 1,
    tsv = setweight(to_tsvector('kontor', title), 'A') || setweight(to_tsvector('kontor', senders), 'B')
      || setweight(to_tsvector('kontor', receivers), 'C') || setweight(ts_filter(s.tsv, '{c}'), 'D')
  where s.instance_id = app_instance() and s.activity_id = item and s.form = 0
$$;

revoke execute on function put_search, old_searches, renew_search from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function put_search, old_searches, renew_search to kontor_app;
  end if;
end $$;
