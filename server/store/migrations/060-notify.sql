-- Every process, and through it every open browser, hears of a change of form_fields once it is committed.
create function tell_form_field_version() returns trigger language plpgsql as $$
begin
  perform pg_notify('tierline_form_fields', new.organization_id::text);
  return null;
end
$$;

create trigger form_field_version_told after insert or update on form_field_version
  for each row execute function tell_form_field_version();
