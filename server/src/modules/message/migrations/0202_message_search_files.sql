-- What was answered is found by the names of its files, too.
update activity_part p set tsv = p.tsv || named.tsv
from (
  select p2.instance_id, p2.activity_id, p2.segment_id, p2.first_no,
    setweight(to_tsvector('kontor', string_agg(regexp_replace(f.filename, '[^[:alnum:]]+', ' ', 'g'), ' ')), 'D') as tsv
  from activity_part p2
  join message_file f on f.instance_id = p2.instance_id and f.message_id = p2.activity_id and f.segment_id = p2.segment_id
    and f.no >= p2.first_no and f.no < p2.first_no + p2.texts and f.no > 0
  group by p2.instance_id, p2.activity_id, p2.segment_id, p2.first_no
) named
where p.instance_id = named.instance_id and p.activity_id = named.activity_id and p.segment_id = named.segment_id
  and p.first_no = named.first_no;
