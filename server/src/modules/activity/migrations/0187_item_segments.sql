-- Whose part of an item somebody sees, where those who have it do not all see the same: null for who sees all of it. Who is apart is not told of
-- others who are apart in another part of it: not that they have it, how it stands with them, nor what they do with it.
alter table activity_user add column segment_id int, add column is_apart boolean not null default false;

-- As in 0180, without what those have done who are apart in another segment.
create or replace function edits_of_item(item bigint, asker int, older_than bigint, most int)
  returns table (change_id bigint, user_id int, at bigint, field text, before jsonb, after jsonb)
  language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  with own as (
    select case when u.box_id <> 0 then u.box_id else coalesce(u.via_box_id, 0) end as box_id, u.via_box_id, u.segment_id, u.is_apart
    from activity_user u
    where u.instance_id = app_instance() and u.activity_id = item and u.user_id = asker
  ), other as (
    select u.user_id, case when u.box_id <> 0 then u.box_id else coalesce(u.via_box_id, 0) end as box_id, u.segment_id, u.is_apart
    from activity_user u
    where u.instance_id = app_instance() and u.activity_id = item and u.user_id <> asker
  )
  select e.change_id, e.user_id, e.at, e.field, e.before, e.after
  from item_edit e cross join own left join other on other.user_id = e.user_id
  where e.instance_id = app_instance() and e.activity_ids @> array[item]
    and (not e.is_personal or e.user_id = asker) and (older_than is null or e.change_id < older_than)
    and not (own.is_apart and e.user_id <> asker
      -- Who has gone was in a segment that nobody knows any more.
      and (other.user_id is null or (other.is_apart and other.segment_id is distinct from own.segment_id)))
    -- One's own, too: it may name people of a box that one has left since.
    and (e.is_personal or coalesce(e.box_id, other.box_id) is null or coalesce(e.box_id, other.box_id) in (own.box_id, own.via_box_id)
      or exists (select from box_member m where m.instance_id = app_instance()
        and ((m.box_id = coalesce(e.box_id, other.box_id) and m.user_id = asker) or (m.box_id = own.box_id and m.user_id = e.user_id and e.user_id <> asker))))
  order by e.change_id desc limit most
$$;
