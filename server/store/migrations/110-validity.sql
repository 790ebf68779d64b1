-- Periods that may not overlap are kept apart by the database: equal values beside overlapping days in one index.
create extension if not exists btree_gist;
