-- The organisation of a reader is part of the name it signed in with, so that nothing a statement says can change it:
-- tierline_read_<database>_<organisation>. Null for everybody else.
create function reader_organization() returns bigint language sql stable
  set search_path = pg_catalog
  as $$
    select substring(session_user::text from
      '^tierline_read_' || (select oid from pg_database where datname = current_database()) || '_([0-9]+)$')::bigint
  $$;

-- Large objects belong to nobody's organisation. Only a superuser may take them away.
do $$
declare
  one regprocedure;
begin
  for one in select oid::regprocedure from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_put', 'lo_open', 'lo_get')
  loop
    execute format('revoke execute on function %s from public', one);
  end loop;
exception when insufficient_privilege then
  raise notice 'The database user is no superuser: large objects stay open to the roles of the application';
end
$$;
