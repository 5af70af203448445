-- Fields of a call that people have written: what a telephone system says later changes these no more, and all others still. Until now any edit kept all
-- of them as they were.
alter table phone_call add column people_wrote text[] not null default '{}';
-- Owners who are bound by the wall see no rows of it.
alter table phone_call no force row level security;
update phone_call set people_wrote = array['direction', 'number', 'number_text', 'called', 'called_text', 'started_at', 'duration', 'received_by',
  'received_for', 'system_name', 'box_id'] where edit > 1;
alter table phone_call force row level security;
