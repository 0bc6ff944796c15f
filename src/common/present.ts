import { z } from 'zod'
import { via } from './person'

/** Somebody who is in a document: of one person as many as they have windows in it (RT10). */
export const present = z.object({
  /** This one among all who are, or were, in the document since somebody came to it. */
  who: z.number().int().min(0),
  email: z.string(),
  name: z.string().exactOptional(),
  via: via.exactOptional(),
  /** The same for all windows of one person. */
  colour: z.number().int().min(0).max(11),
  /** Has not moved for some minutes, as their window says. */
  isIdle: z.boolean()
})

export type Present = Readonly<z.infer<typeof present>>

/** The documents that somebody is in. */
export const presentIn = z.object({
  documents: z.object({ path: z.string(), people: present.array() }).array()
})

export type PresentIn = z.infer<typeof presentIn>
