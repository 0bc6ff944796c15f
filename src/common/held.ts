import { z } from 'zod'
import { person } from './person'

/** A file that somebody keeps for themselves for a while (RT15). Times are the service's, Unix milliseconds. */
export const hold = z.object({
  path: z.string(),
  by: person,
  since: z.number().int(),
  until: z.number().int(),
  /** Milliseconds until then, when it was told: whoever shows it may have another clock. */
  left: z.number().int(),
  /** Who writes in it all the same. */
  besides: person.array()
})

export type Hold = Readonly<z.infer<typeof hold>>

export const holdsIn = z.object({ holds: hold.array() })

export type HoldsIn = z.infer<typeof holdsIn>

/** The longest hold, and the usual one. Seconds. */
export const LONGEST_HOLD = 3600
