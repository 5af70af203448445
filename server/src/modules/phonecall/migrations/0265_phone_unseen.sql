-- Signs that nobody sees part no word any more: entries of the phone book that have some are compared without them, and found by what is seen as well. One
-- whose name another entry of its number has then, or had before, stays as it is. Owners who are bound by the wall see no rows of it.
alter table phone_name no force row level security;
with plain as (
  select instance_id, name_id, digits, replaced_by, name_key, company_key, btrim(regexp_replace(name_key, unseen, '', 'g')) as name,
    btrim(regexp_replace(company_key, unseen, '', 'g')) as company
  from phone_name, (values ('[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]')) as class (unseen)
  where name_key ~ unseen or company_key ~ unseen
), changed as (
  update phone_name p set name_key = n.name, company_key = n.company
  from plain n
  where n.instance_id = p.instance_id and n.name_id = p.name_id
    and not exists (select from phone_name o where o.instance_id = n.instance_id and o.digits = n.digits and o.name_key = n.name
      and o.name_id <> n.name_id and o.replaced_by is null)
    and not exists (select from plain o where o.instance_id = n.instance_id and o.digits = n.digits and o.name = n.name
      and o.name_id < n.name_id and o.replaced_by is null)
  returning p.instance_id, p.name_id, p.name_key || ' ' || p.company_key as key
), words as (
  select c.instance_id, c.name_id, w.word
  from changed c, regexp_split_to_table(c.key collate "und-x-icu", '[^[:alnum:]]+') as w (word) where w.word <> ''
), grams as (
  select w.instance_id, w.name_id, array_agg(distinct g.gram collate "C") as grams
  from words w, lateral (
    select '^' || left(w.word, 1) union select '^' || left(w.word, 2)
    union select substr(w.word, at, 3) from generate_series(1, length(w.word) - 2) as at
  ) as g (gram) group by 1, 2
)
update phone_find f set grams = array(select distinct unnest(f.grams || g.grams))
from grams g where g.instance_id = f.instance_id and g.name_id = f.name_id;
alter table phone_name force row level security;
