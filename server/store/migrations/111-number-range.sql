-- The last number given out, by organisation and range: EX- for exceptions.
create table number_range (
  organization_id bigint not null,
  name text not null,
  last bigint not null,
  primary key (organization_id, name)
);
select enable_tenant_rls('number_range');
