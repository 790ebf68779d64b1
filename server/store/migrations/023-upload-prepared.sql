-- The prepared transaction that holds the other part of an import's rows; named by the transaction that wrote the first part.
alter table upload add column prepared text;
