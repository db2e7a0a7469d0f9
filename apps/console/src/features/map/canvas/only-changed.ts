/**
 * New data is a repaint, even where it is the same as before: passes on what differs from what this name was given
 * last.
 */
export function onlyChanged<Name extends string>(
  put: (name: Name, features: readonly object[]) => void,
): (name: Name, features: readonly object[]) => void {
  const given = new Map<Name, string>()
  return (name, features) => {
    const text = JSON.stringify(features)
    if (given.get(name) === text) return
    given.set(name, text)
    put(name, features)
  }
}
