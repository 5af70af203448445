-- More rows of a record that is counted already: contact persons. Imports of before do not say how many of these they had.
alter table record_import add column joined int not null default 0;
