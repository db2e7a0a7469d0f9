/** A device of the county as the platform knows it. */
export interface KnownDevice {
  id: string
  name: string
  deptId: string
  /** What it measures, and whether it hangs on a gateway. */
  kind: string
  isSlave: boolean
}

/** Somebody who works in the county. */
export interface KnownPerson {
  id: string
  name: string
  deptId: string
}

/** Who works where: those of a device's department, or else of the county's office. */
export function peopleAt(people: readonly KnownPerson[], deptId: string, officeId: string): readonly KnownPerson[] {
  const near = people.filter((one) => one.deptId === deptId)
  return near.length > 0 ? near : people.filter((one) => one.deptId === officeId)
}
