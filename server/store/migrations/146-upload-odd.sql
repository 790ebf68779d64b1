-- Whether a line of the file is to be read with care; not known of files that were received earlier.
alter table upload add column has_odd boolean not null default true;
