-- What was answered in messages is found by those whose segment it stands in.
do $$
declare
  bound text := coalesce(current_setting('app.instance', true), '');
  one int;
begin
  for one in select instance_id from instance loop
    perform set_config('app.instance', one::text, true);
    perform put_part_texts(t.message_id, t.segment_id, m.begun_by, array_agg(t.no order by t.no),
        array_agg(coalesce(trim(u.first_name || ' ' || u.last_name), '') order by t.no),
        array_agg(regexp_replace(regexp_replace(t.content, '<[^>]*>|&[a-z#0-9]+;', ' ', 'g'), '[^[:alnum:]]+', ' ', 'g') order by t.no))
      from message_text t
      join message m on m.instance_id = t.instance_id and m.message_id = t.message_id
      left join app_user u on u.instance_id = t.instance_id and u.user_id = t.sent_by
      where t.instance_id = one and t.no > 0 group by t.message_id, t.segment_id, m.begun_by;
  end loop;
  perform set_config('app.instance', bound, true);
end $$;
