-- Every change of an organisation's form_fields raises its version, which other processes and open browsers compare.
create table form_field_version (
  organization_id bigint primary key,
  version bigint not null default 1
);
select enable_tenant_rls('form_field_version');

create function raise_form_field_version() returns trigger language plpgsql as $$
declare
  organization bigint := coalesce(new.organization_id, old.organization_id);
begin
  insert into form_field_version as known (organization_id, version) values (organization, 1)
    on conflict (organization_id) do update set version = known.version + 1;
  return null;
end
$$;

create trigger form_field_changed after insert or update or delete on form_field
  for each row execute function raise_form_field_version();
