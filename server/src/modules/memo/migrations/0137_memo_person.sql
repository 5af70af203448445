-- Whom memos were written about: contact persons become one another where records are merged.
create index memo_contact_person on memo (instance_id, contact_person_id) where contact_person_id is not null;
