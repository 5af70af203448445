-- Who said it, each with the box in which they have the item, null where nobody knows: both lists are of one length.
alter table activity_note add column user_ids int[] not null default '{}', add column box_ids int[] not null default '{}';
-- All that is said until now are comments on mails.
update activity_note n set user_ids = said.user_ids, box_ids = said.box_ids
  from (
    select c.instance_id, c.mail_id, array_agg(c.user_id order by c.comment_id) as user_ids, array_agg(c.box_id order by c.comment_id) as box_ids
    from mail_comment c where c.deleted_at is null group by c.instance_id, c.mail_id
  ) said
  where said.instance_id = n.instance_id and said.mail_id = n.activity_id;

-- Whether everybody who sees an item is told of what these people said in these boxes; `isToldOf` says the same of one person.
create function is_told_all(item bigint, user_ids int[], box_ids int[]) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select not exists (
    select from (
      select u.instance_id, u.user_id, u.via_box_id, case when u.box_id <> 0 then u.box_id else coalesce(u.via_box_id, 0) end as box_id
      from activity_user u where u.instance_id = app_instance() and u.activity_id = item
    ) viewer cross join unnest(is_told_all.user_ids, is_told_all.box_ids) as said (user_id, box_id)
    where not coalesce(said.user_id = viewer.user_id or said.box_id is null or said.box_id in (viewer.box_id, viewer.via_box_id) or exists (
      select from box_member m where m.instance_id = viewer.instance_id
        and ((m.box_id = said.box_id and m.user_id = viewer.user_id) or (m.box_id = viewer.box_id and m.user_id = said.user_id))), false)
  )
$$;
revoke execute on function is_told_all from public;

-- An item's words with those of its files and of what is said about it, unless somebody sees the item who is not told of that.
create or replace function with_texts(item bigint, own tsvector) returns tsvector language plpgsql stable
  security definer set search_path = public, pg_temp as $$
declare
  whole tsvector := own;
  one record;
begin
  for one in
    select said.tsv from (
      select n.tsv, -1 as part from activity_note n
        where n.instance_id = app_instance() and n.activity_id = item and is_told_all(item, n.user_ids, n.box_ids)
      union all
      select t.tsv, t.part from activity_text t where t.instance_id = app_instance() and t.activity_id = item
    ) said where said.tsv <> '' order by said.part
  loop
    begin
      whole := whole || one.tsv;
    exception when program_limit_exceeded then null;
    end;
  end loop;
  return whole;
end $$;

-- Items are found by what is said about them as long as all who see them are told of it. Answers those of which that has changed.
create function put_told(items bigint[]) returns setof bigint language sql volatile security definer set search_path = public, pg_temp as $$
  with due as materialized (
    select n.activity_id from activity_note n
      join activity_search s on s.instance_id = n.instance_id and s.activity_id = n.activity_id
      where n.instance_id = app_instance() and n.activity_id = any(items)
        and with_texts(n.activity_id, coalesce(s.own, s.tsv)) <> s.tsv
      order by n.activity_id
  )
  select due.activity_id from due cross join lateral put_texts(due.activity_id)
$$;

-- The same after these people have left a box: of what was said in it, and of what they have said to those who see it there.
create function put_told_in(box int, people int[]) returns setof bigint language sql volatile security definer
  set search_path = public, pg_temp as $$
  select put_told(coalesce((
    select array_agg(n.activity_id) from activity_note n
      where n.instance_id = app_instance() and (box = any(n.box_ids) or n.user_ids && people) and exists (
        select from activity_user u where u.instance_id = n.instance_id and u.activity_id = n.activity_id
          and (u.user_id = any(people) or box in (u.box_id, u.via_box_id)))), '{}'))
$$;

create or replace function put_search_viewers(items bigint[]) returns void language sql volatile security definer
  set search_path = public, pg_temp as $$
  select from activity_search s where s.instance_id = app_instance() and s.activity_id = any(items)
    order by s.activity_id for update;
  update activity_search s set viewers = coalesce((
    select array_agg(v.user_id order by v.user_id) from activity_user v
    where v.instance_id = app_instance() and v.activity_id = s.activity_id), '{}')
  where s.instance_id = app_instance() and s.activity_id = any(items);
  select put_told(items)
$$;

revoke execute on function put_told, put_told_in from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function put_told, put_told_in to kontor_app;
  end if;
end $$;

-- Items are not found any more by what not everybody is told who sees them.
do $$
declare
  bound text := coalesce(current_setting('app.instance', true), '');
  one int;
begin
  for one in select distinct instance_id from activity_note loop
    perform set_config('app.instance', one::text, true);
    perform put_texts(n.activity_id) from activity_note n
      where n.instance_id = one and not is_told_all(n.activity_id, n.user_ids, n.box_ids);
  end loop;
  perform set_config('app.instance', bound, true);
end $$;
