-- The values of user-defined attributes as an index can hold them: casts of texts may fail with the text in the message, so
-- that PostgreSQL looks into no index of theirs under row-level security. These answer null for what is no such value.
create function attribute_whole(attributes jsonb, name text) returns bigint language plpgsql immutable strict parallel safe
  as $$ begin
    return case when attributes ->> name ~ '^-?[0-9]{1,18}$' then (attributes ->> name)::bigint end;
  end $$;

create function attribute_number(attributes jsonb, name text) returns numeric language plpgsql immutable strict parallel safe
  as $$ begin
    return case when attributes ->> name ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' then (attributes ->> name)::numeric end;
  end $$;

create function attribute_day(attributes jsonb, name text) returns date language plpgsql immutable strict parallel safe
  as $$ declare
    given text := attributes ->> name;
  begin
    -- From the first of the month on: no day is out of range, so that nothing can fail.
    return case when given ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]$'
      then make_date(substr(given, 1, 4)::int, substr(given, 6, 2)::int, 1) + (substr(given, 9, 2)::int - 1) end;
  end $$;

create function attribute_instant(attributes jsonb, name text) returns timestamptz language plpgsql immutable strict parallel safe
  as $$ declare
    given text := attributes ->> name;
  begin
    return case when given ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9][T ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?(Z|[+]00(:?00)?)$'
      then (make_date(substr(given, 1, 4)::int, substr(given, 6, 2)::int, 1) + (substr(given, 9, 2)::int - 1)
        + make_time(substr(given, 12, 2)::int, substr(given, 15, 2)::int, rtrim(substring(given from '^.{17}([0-9.]+)'), '.')::double precision))
        at time zone 'UTC' end;
  end $$;

create function attribute_flag(attributes jsonb, name text) returns boolean language plpgsql immutable strict parallel safe
  as $$ begin
    return case attributes ->> name when 'true' then true when 'false' then false end;
  end $$;

-- Only a superuser may mark them: elsewhere lists work, and are slower.
do $$
begin
  alter function pg_catalog.jsonb_object_field_text(jsonb, text) leakproof;
  alter function attribute_whole(jsonb, text) leakproof;
  alter function attribute_number(jsonb, text) leakproof;
  alter function attribute_day(jsonb, text) leakproof;
  alter function attribute_instant(jsonb, text) leakproof;
  alter function attribute_flag(jsonb, text) leakproof;
exception when insufficient_privilege then
  raise notice 'The database user is no superuser: filters by attributes will not use indexes';
end
$$;
