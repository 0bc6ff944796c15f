import { z } from 'zod'
import { contentPath } from '../content/paths'

/** How many texts a draft remembers of which nobody has said whether they were saved. */
export const MOST_SENT = 4

/** Words that no save has made durable yet, as a window hands them over when its own disk takes none (E1). */
export const keptDraft = z.strictObject({
  /** The editing session that typed them, and what it holds of them: the key. */
  session: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/),
  workspace: z.string().max(200),
  path: z.string().refine(isPath),
  text: z.string(),
  /** What the text was typed upon. */
  baseEtag: z.string().max(200).nullable(),
  baseText: z.string(),
  /** What was on its way to the service when this was written. */
  sending: z.string().nullable(),
  /** What was sent before that, and of which nobody has said whether it was saved; newest last. */
  sent: z.array(z.string()).max(MOST_SENT).optional(),
  /** What is written in a document that others write in too: a number and its key, and an update in Base64. */
  shared: z
    .strictObject({
      epoch: z.string().max(200),
      client: z.number().int().min(0),
      key: z.string().max(200),
      update: z.base64(),
      text: z.string().optional()
    })
    .optional(),
  /** Unix milliseconds. */
  at: z.number().int(),
  /** The browser that has the session: only there is known whether it is alive. */
  browser: z.string().regex(/^[0-9a-f-]{36}$/)
})

export type KeptDraft = z.infer<typeof keptDraft>

/** Where the service has it: on its disk, or in its memory until it ends. */
export const draftPlace = z.object({ kept: z.enum(['disk', 'memory']) })

function isPath(text: string): boolean {
  try {
    return contentPath(text) === text
  } catch {
    return false
  }
}
