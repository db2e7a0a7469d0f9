-- Where a photo was taken, as its camera or the telephone says: nobody vouches for it. The camera's own notes are not stored.
alter table stored_file
  add column place_lng double precision check (place_lng between -180 and 180),
  add column place_lat double precision check (place_lat between -90 and 90),
  add column place_accuracy_m real check (place_accuracy_m >= 0),
  add column place_by text check (place_by in ('CAMERA', 'PHONE')),
  add check ((place_lng is null) = (place_lat is null) and (place_lng is null) = (place_by is null));
