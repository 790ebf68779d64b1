-- How a file was asked to be read, so that it can be read again in another way, and the sheets of a workbook.
alter table upload
  add column reading jsonb,
  add column sheets jsonb not null default '[]';
