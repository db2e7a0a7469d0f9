-- The list of the devices of an area is a page by device number, as that of a department is.
drop index device_area;
create index device_area on device (area_id, device_no, id) where not deleted and area_id is not null;
