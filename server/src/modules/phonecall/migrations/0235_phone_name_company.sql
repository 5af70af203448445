-- The company of whom an entry of the phone book names, and as it is compared.
alter table phone_name add column company text not null default '', add column company_key text collate "C" not null default '';
