-- Which record a request has made, so that the same request made again makes no second one.
create table made_record (
  organization_id bigint not null,
  user_id bigint not null,
  screen text not null,
  request_key text not null,
  content text not null,
  record_id bigint,
  made_at timestamptz not null default now(),
  primary key (organization_id, user_id, screen, request_key)
);
select enable_tenant_rls('made_record');
