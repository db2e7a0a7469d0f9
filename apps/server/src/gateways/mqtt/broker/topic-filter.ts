/**
 * Whether a filter of topics takes in a topic, or everything that another filter does: `+` is one level, whatever stands
 * there. `#` is not granted to anybody and stands for itself.
 */
export function takesIn(filter: string, topic: string): boolean {
  if (filter === topic) return true
  const [wanted, given] = [filter.split('/'), topic.split('/')]
  return wanted.length === given.length && wanted.every((level, n) => level === '+' || level === given[n])
}
