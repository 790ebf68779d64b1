-- A question put to a report, under the id its asker chose, and how far it is. Any process can tell, cancel or answer it.
create table result_run (
  organization_id bigint not null,
  id text not null,
  user_id bigint not null,
  screen text not null,
  criteria jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'complete', 'cancelled', 'failed')),
  phase text,
  rows bigint not null default 0,
  -- Rows and totals of the whole result, of which the first rows are kept.
  total bigint,
  totals jsonb,
  code text,
  message text,
  -- The backend that works on it, so that any process can cancel its statement.
  backend int,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whether its rows are still there.
  kept boolean not null default false,
  primary key (organization_id, id)
);
select enable_tenant_rls('result_run');
create index result_run_recent on result_run (organization_id, user_id, screen, started_at desc);

create table result_row (
  organization_id bigint not null,
  run_id text not null,
  n int not null,
  -- The values in the order of the run's fields.
  row jsonb not null,
  primary key (organization_id, run_id, n),
  foreign key (organization_id, run_id) references result_run (organization_id, id) on delete cascade
);
select enable_tenant_rls('result_row');
