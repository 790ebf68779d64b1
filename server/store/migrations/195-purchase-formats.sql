-- Formats of purchase files are kept under the name that the specification gives them; what names such a format follows it.
do $$
begin
  update upload_format f set functionality = 'PurchaseDataUploadFormat'
   where f.functionality = 'PurchaseDataFormat'
     and not exists (select from upload_format o
       where o.organization_id = f.organization_id and o.functionality = 'PurchaseDataUploadFormat' and o.name = f.name);
  if to_regclass('public.batch_job_definition') is not null then
    update batch_job_definition set upload_format = replace(upload_format, 'PurchaseDataFormat / ', 'PurchaseDataUploadFormat / ')
     where upload_format like 'PurchaseDataFormat / %';
  end if;
  if to_regclass('public.integration_setup') is not null then
    update integration_setup set mapping = replace(mapping, 'PurchaseDataFormat / ', 'PurchaseDataUploadFormat / ')
     where mapping like 'PurchaseDataFormat / %';
  end if;
end
$$;
