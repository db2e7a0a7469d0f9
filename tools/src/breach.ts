/** One broken rule, said so that the person who broke it knows what to do. */
export interface Breach {
  where: string
  rule: string
  sentence: string
}
