-- What is said about an item by those who see it, for it is found by that, too. What it says itself stands with its kind.
create table activity_note (
  instance_id int not null,
  activity_id bigint not null,
  tsv tsvector not null,
  primary key (instance_id, activity_id),
  foreign key (instance_id, activity_id) references activity on delete cascade
);
call wall(array['activity_note']);

-- An item's words with those of its files and of what is said about it. What no vector can hold is left out.
create or replace function with_texts(item bigint, own tsvector) returns tsvector language plpgsql stable
  security definer set search_path = public, pg_temp as $$
declare
  whole tsvector := own;
  one record;
begin
  for one in
    select said.tsv from (
      select n.tsv, -1 as part from activity_note n where n.instance_id = app_instance() and n.activity_id = item
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
