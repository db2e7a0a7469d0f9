import { z } from 'zod'

/** Name of a value: a letter, then letters and digits, as in `outletPressure`. */
export const metricKey = z.string().regex(/^[a-z][A-Za-z0-9_]{0,39}$/)
export const codeOf = (max: number) => z.string().regex(new RegExp(`^[A-Z][A-Z0-9_]{0,${max - 1}}$`))
/** Conversion from the unit on the wire; 0 would lose the value. */
export const factor = z.number().refine((value) => value !== 0)
/** What a switch or a raw number stands for: a number, or a value of an enum. */
export const switchValue = z.union([z.number(), codeOf(20)])
/** Chinese and English. */
export const words = z.tuple([z.string().trim().min(1).max(40), z.string().trim().min(1).max(60)])
