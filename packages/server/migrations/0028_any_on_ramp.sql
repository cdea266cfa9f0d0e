-- The service writes the providers of its own list alone, so that another on-ramp needs no migration. The check that
-- is left keeps out what is no provider's name.
alter table fundings drop constraint fundings_provider_check;
alter table fundings add constraint fundings_provider_check check (provider ~ '^[a-z][a-z0-9-]{0,63}$');
