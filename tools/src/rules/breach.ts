/** One broken rule, with a sentence that tells its author what to do. */
export interface Breach {
  where: string
  rule: string
  sentence: string
}
