-- The number of the last interchange that an organisation has written.
create table edi_control (
  organization_id bigint primary key,
  control bigint not null
);
select enable_tenant_rls('edi_control');
