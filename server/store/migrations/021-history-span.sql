-- One entry for all the rows that a statement of an import inserted: from record_id to last_record_id, both included.
alter table history add column last_record_id bigint check (last_record_id > record_id);
create index history_span on history (organization_id, screen, record_id, last_record_id) where last_record_id is not null;
