-- They are looked at again, too, when a channel is set up or switched on, and when a holiday with its own rota comes or goes. How the
-- last message of a channel fared changes nobody.
create trigger push_look_for_somebody after insert or update of enabled, settings, secrets on notice_channel
  for each statement execute function push_look_for_somebody();
create trigger push_look_for_somebody after insert or update on duty_holiday
  for each statement execute function push_look_for_somebody();
