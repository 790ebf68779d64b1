-- From which files the tables were last made, and how many columns and indexes there were then: a start from the same files need not compare thousands of tables.
create table schema_state (
  only_one boolean primary key default true check (only_one),
  state text not null,
  columns bigint not null,
  indexes bigint not null
);
revoke all on schema_state from tierline_app;
