-- Dashboards read the changes of all records by time.
create index history_at on history (organization_id, at desc, id desc);
