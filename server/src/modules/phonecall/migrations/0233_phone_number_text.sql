-- A number as somebody typed it, who said whose it is, or blocked it: by it the number is read anew once numbers without a code are of another country.
alter table number_claim add column number_text text not null default '';
alter table phone_block add column number_text text not null default '';
