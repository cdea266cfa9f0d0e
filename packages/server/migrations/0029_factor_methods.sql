-- Which methods of second factors there are is a list of the service's. Listed here too, each further one would take a migration.
alter table mfa_factors drop constraint mfa_factors_method_check;
alter table mfa_enrollments drop constraint mfa_enrollments_method_check;
