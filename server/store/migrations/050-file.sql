-- Documents and pictures that records hold; their bytes lie in the file store under the organisation and the id.
create table stored_file (
  organization_id bigint not null,
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by bigint,
  -- The field it was chosen for.
  screen text not null,
  field text not null,
  name text not null,
  type text,
  size bigint,
  sha256 text,
  -- False until every byte has arrived; the row comes first, so that no byte is ever without one.
  ready boolean not null default false,
  primary key (organization_id, id)
);
select enable_tenant_rls('stored_file');
create index stored_file_age on stored_file (created_at);

-- Which records hold a file or have held it; who may read such a record and field may read the file.
create table file_use (
  organization_id bigint not null,
  file_id uuid not null,
  screen text not null,
  record_id bigint not null,
  field text not null,
  primary key (organization_id, file_id, screen, record_id, field),
  foreign key (organization_id, file_id) references stored_file (organization_id, id)
);
select enable_tenant_rls('file_use');
create index file_use_record on file_use (screen, organization_id, record_id);
