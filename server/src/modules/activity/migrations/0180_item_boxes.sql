-- Out of which box another one has put the item before somebody who has it in none: by a share, or by naming them.
alter table activity_user add column via_box_id int;
update activity_user au set via_box_id = coalesce((
    select nullif(giver.box_id, 0) from share s
    join activity_user giver on giver.instance_id = s.instance_id and giver.activity_id = s.activity_id and giver.user_id = s.by_user
    where s.instance_id = au.instance_id and s.activity_id = au.activity_id and s.to_user = au.user_id
    order by s.shared_at, s.by_user limit 1
  ), (
    -- Of an item that lies in the boxes of several people nobody knows whose it was.
    select nullif(a.box_id, 0) from activity a where a.instance_id = au.instance_id and a.activity_id = au.activity_id
      and not exists (select from activity_user x where x.instance_id = a.instance_id and x.activity_id = a.activity_id
        and x.box_id not in (0, a.box_id))
  ))
  where (au.ways >= 2 or au.box_id = 0) and exists (
    select from activity a where a.instance_id = au.instance_id and a.activity_id = au.activity_id and a.box_id <> 0);

-- In which box it was done, of kinds whose items may lie in several.
alter table item_edit add column box_id int;

-- What was done to an item in the box of others is theirs; where it was before boxes were noted is told by where who did it has the item now.
create or replace function edits_of_item(item bigint, asker int, older_than bigint, most int)
  returns table (change_id bigint, user_id int, at bigint, field text, before jsonb, after jsonb)
  language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  with own as (
    select case when u.box_id <> 0 then u.box_id else coalesce(u.via_box_id, 0) end as box_id, u.via_box_id from activity_user u
    where u.instance_id = app_instance() and u.activity_id = item and u.user_id = asker
  ), other as (
    select u.user_id, case when u.box_id <> 0 then u.box_id else coalesce(u.via_box_id, 0) end as box_id from activity_user u
    where u.instance_id = app_instance() and u.activity_id = item and u.user_id <> asker
  )
  select e.change_id, e.user_id, e.at, e.field, e.before, e.after
  from item_edit e cross join own left join other on other.user_id = e.user_id
  where e.instance_id = app_instance() and e.activity_ids @> array[item]
    and (not e.is_personal or e.user_id = asker) and (older_than is null or e.change_id < older_than)
    -- One's own, too: it may name people of a box that one has left since.
    and (e.is_personal or coalesce(e.box_id, other.box_id) is null or coalesce(e.box_id, other.box_id) in (own.box_id, own.via_box_id)
      or exists (select from box_member m where m.instance_id = app_instance()
        and ((m.box_id = coalesce(e.box_id, other.box_id) and m.user_id = asker) or (m.box_id = own.box_id and m.user_id = e.user_id and e.user_id <> asker))))
  order by e.change_id desc limit most
$$;
