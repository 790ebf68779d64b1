-- The entries of the menu that one user keeps at its top, for each application in an order of their own.
create table favourite (
  organization_id bigint not null,
  user_id bigint not null,
  application text not null,
  path text not null,
  place int not null,
  primary key (organization_id, user_id, application, path)
);
select enable_tenant_rls('favourite');
create policy private on favourite as restrictive to tierline_app
  using (user_id = (select nullif(current_setting('app.user_id', true), '')::bigint));
