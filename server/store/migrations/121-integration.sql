-- What a run brought, held against what is there: one row a file.
create table integration_reconciliation (
  organization_id bigint not null,
  run_id bigint not null,
  integration text not null,
  upload_id bigint not null,
  file_name text not null,
  target text not null,
  control_field text,
  source_lines bigint not null,
  left_out bigint not null,
  rejected bigint not null,
  source_count bigint not null,
  target_count bigint not null,
  different bigint not null,
  source_sum numeric,
  target_sum numeric,
  reconciled boolean not null,
  at timestamptz not null default now(),
  primary key (organization_id, upload_id)
);
select enable_tenant_rls('integration_reconciliation');
create index integration_reconciliation_at on integration_reconciliation (organization_id, at);

-- Mappings are records like others.
alter table upload_format add column upload_id bigint;
