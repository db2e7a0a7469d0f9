-- Why a fault is over that its device did not tell the end of: the device was switched off, retired or deleted.
alter table fault_log add column reason text check (reason in ('OUT_OF_USE'));
