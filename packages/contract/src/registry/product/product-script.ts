import { z } from 'zod'

/** Why a script gave no values; `BUSY`: nothing is wrong with it, it was not run. */
export const SCRIPT_FAULTS = [
  'SYNTAX',
  'NO_FUNCTION',
  'THROWN',
  'TIME',
  'MEMORY',
  'WRONG_ANSWER',
  'TOO_MUCH',
  'BUSY',
] as const

/** What went wrong in the payload script of a product: the line where it says so, and the engine's own words. */
export const scriptFaultSchema = z.object({
  code: z.enum(SCRIPT_FAULTS),
  line: z.int().nullable(),
  message: z.string(),
})
export type ScriptFault = z.output<typeof scriptFaultSchema>

/** Characters of a script. */
export const MAX_SCRIPT = 40_960

/** The cause in one line, as logs keep it: `line 3: TypeError: cannot read property 'x' of undefined`. */
export function scriptFaultText({ line, message }: ScriptFault): string {
  return line === null ? message : `line ${line}: ${message}`
}
