-- The organisations there are. Their names and settings are rows of the table that the screen "organization" defines.
create table tenant (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now()
);
revoke all on tenant from tierline_app;

-- An address signs in to exactly one user, whatever the organisation: sign-in asks for no organisation.
create table account (
  email text primary key check (email = lower(email)),
  organization_id bigint not null references tenant (id),
  user_id bigint not null,
  email_verified_at timestamptz,
  unique (organization_id, user_id)
);
select enable_tenant_rls('account');

-- Apart from account, because requests may never read a hash.
create table credential (
  organization_id bigint not null,
  user_id bigint not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references account (organization_id, user_id) on delete cascade
);
select enable_tenant_rls('credential');
revoke all on credential from tierline_app;

-- A sign-in and everything refreshed from it: the family that is revoked together.
create table session (
  id uuid primary key,
  organization_id bigint not null,
  user_id bigint not null,
  user_type text not null check (user_type in ('own', 'sso')),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_for text,
  address text,
  user_agent text,
  provider_token bytea,
  foreign key (organization_id, user_id) references account (organization_id, user_id) on delete cascade
);
select enable_tenant_rls('session');
revoke all on session from tierline_app;
create index session_by_user on session (organization_id, user_id);
create index session_expiry on session (expires_at);

create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
revoke all on refresh_token from tierline_app;
create index refresh_token_session on refresh_token (session_id);

-- Links sent by mail or handed over by an administrator.
create table mail_token (
  hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invite', 'verify')),
  organization_id bigint not null,
  user_id bigint not null,
  email text not null,
  mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organization_id, user_id) references account (organization_id, user_id) on delete cascade
);
select enable_tenant_rls('mail_token');
revoke all on mail_token from tierline_app;
-- The request that creates a user writes the invitation in the same transaction; reading tokens back is for sign-in alone.
grant insert on mail_token to tierline_app;
create index mail_token_user on mail_token (organization_id, user_id);

create table login_attempt (
  key text primary key,
  failures int not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
revoke all on login_attempt from tierline_app;

create table sso_identity (
  issuer text not null,
  subject text not null,
  organization_id bigint not null,
  user_id bigint not null,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  foreign key (organization_id, user_id) references account (organization_id, user_id) on delete cascade
);
select enable_tenant_rls('sso_identity');
revoke all on sso_identity from tierline_app;

create table user_preference (
  organization_id bigint not null,
  user_id bigint not null,
  preferences jsonb not null default '{}',
  avatar bytea,
  avatar_type text,
  avatar_version text,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references account (organization_id, user_id) on delete cascade
);
select enable_tenant_rls('user_preference');
