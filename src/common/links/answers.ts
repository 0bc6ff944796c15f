import { z } from 'zod'

/** What is said of links over HTTP: `/links`, and what a change of several files was. */

const kind = z.enum(['link', 'media', 'part', 'text', 'redirect'])

/** How an address stands for its readers. */
const linkStates = [
  /** It leads to a document. */
  'ok',
  /** It leads where something was until another program moved it (LK12). */
  'old',
  /** Nothing is there. */
  'broken',
  /** The page is there, the place in it is not. */
  'anchor',
  /** It is called otherwise but for its case. */
  'case',
  /** Redirects lead to each other. */
  'loop',
  /** It leads out of the workspace, or is no address of it. */
  'elsewhere',
  /** What is there may not be told to this caller. */
  'unknown'
] as const

const place = {
  n: z.int().min(0),
  /** Counted from 1. */
  line: z.int().min(1),
  /** Of the line, counted from 1. */
  column: z.int().min(1),
  written: z.string(),
  kind
}

const fix = z.object({ before: z.string(), after: z.string() })

const incoming = z.object({ path: z.string(), title: z.string(), ...place })
const outgoing = z.object({
  ...place,
  state: z.enum(linkStates),
  /** The document that it leads to; null where there is none, or none that may be told. */
  to: z.string().nullable(),
  title: z.string(),
  /** What it should say, where that can be told and the caller may write. */
  fix: fix.exactOptional()
})

/** `GET /links/{org}/{site}/{path}` */
export const documentLinks = z.object({
  path: z.string(),
  in: incoming.array(),
  out: outgoing.array(),
  /** What addresses can name behind their `#`. */
  anchors: z.string().array(),
  /** False where there are more than are told. */
  complete: z.boolean(),
  next: z.string().exactOptional()
})

export const problemKinds = [
  'old',
  'broken',
  'anchor',
  'case',
  'redirect',
  'alt',
  'title',
  'orphan',
  'unused'
] as const

const problem = z.object({
  is: z.enum(problemKinds),
  path: z.string(),
  title: z.string(),
  /** Of the address, where it is one. */
  n: z.int().min(0).exactOptional(),
  line: z.int().min(1).exactOptional(),
  column: z.int().min(1).exactOptional(),
  written: z.string().exactOptional(),
  /** Other files that it is about. */
  others: z.string().array().exactOptional(),
  /** What can be done at once, by who may write there. */
  fix: fix.exactOptional(),
  /** The caller may not write there. */
  readOnly: z.literal(true).exactOptional(),
  /** Why somebody does not want to hear of it, and who. */
  ignored: z.object({ by: z.string(), at: z.number(), reason: z.string() }).exactOptional()
})

/** `GET /links/{org}/{site}` */
export const siteProblems = z.object({
  problems: problem.array(),
  /** How many there are of each kind, without those that are ignored. */
  counts: z.record(z.enum(problemKinds), z.int()),
  ignored: z.int(),
  next: z.string().exactOptional()
})

/** `GET /external-links/{org}/{site}` */
export const externalLinks = z.object({
  /** All of them, however many links are told. */
  hosts: z.object({ host: z.string(), addresses: z.int(), links: z.int() }).array(),
  /** By host and address. */
  links: z.object({ host: z.string(), path: z.string(), title: z.string(), ...place }).array(),
  next: z.string().exactOptional()
})

/** `GET /links/moved` */
export const movedOutside = z.object({
  /** A file, or a folder of which everything that moved went the same way. */
  from: z.string(),
  to: z.string(),
  site: z.string(),
  files: z.int(),
  /** Unix milliseconds: of the last of them. */
  at: z.number()
})

const edit = z.object({
  n: z.int(),
  line: z.int(),
  before: z.string(),
  after: z.string(),
  target: z.string()
})

export const linkPlan = z.object({
  /** Names exactly this plan: a move that follows links may ask for it. */
  plan: z.string(),
  files: z.object({ path: z.string(), title: z.string(), etag: z.string(), edits: edit.array() }).array(),
  /** What would lead elsewhere afterwards, and cannot be said anew. */
  cannot: z
    .object({
      path: z.string(),
      n: z.int(),
      line: z.int(),
      written: z.string(),
      target: z.string(),
      why: z.enum(['taken', 'no-host', 'written', 'forbidden'])
    })
    .array(),
  /** Rows that would lead readers from the old addresses to the new ones, of what is published. */
  redirects: z.object({ source: z.string(), destination: z.string() }).array(),
  /** Rows of configs that name what moves; they stay as they are. */
  naming: z.object({ where: z.string(), text: z.string() }).array(),
  /** Who may do more or less with what moves. */
  rights: z.object({ group: z.string(), before: z.string().array(), after: z.string().array() }).array(),
  /** Of a removal: who links to what goes. */
  from: incoming.array()
})

const route = z.object({ from: z.string().min(1), to: z.string().min(1) })

export const planRequest = z.union([
  z.strictObject({ move: route.array().min(1).max(1000) }),
  z.strictObject({ remove: z.string().min(1).array().min(1).max(1000) })
])

const place1 = { path: z.string().min(1), written: z.string() }

/** `POST /links/{org}/{site}` */
export const changeRequest = z.union([
  z.strictObject({
    mend: z
      .strictObject({
        path: z.string().min(1),
        n: z.int().min(0),
        before: z.string(),
        after: z.string().min(1).max(8192)
      })
      .array()
      .min(1)
      .max(10_000)
  }),
  z.strictObject({
    ignore: z.strictObject({ is: z.enum(problemKinds), ...place1, reason: z.string().trim().min(1).max(500) })
  }),
  z.strictObject({ heed: z.strictObject({ is: z.enum(problemKinds), ...place1 }) })
])

/** Several files that were changed as one, and can be taken back as one. */
export const change = z.object({
  id: z.string(),
  at: z.number(),
  by: z.object({ email: z.string() }),
  what: z.enum(['move', 'mend', 'replace']),
  moves: route.array(),
  files: z.int(),
  /** Addresses that were written anew; of what was replaced, places. */
  links: z.int(),
  undone: z.boolean()
})

export const changed = z.object({
  change: z.string().nullable(),
  files: z.int(),
  links: z.int(),
  /** What was not done, because somebody changed it meanwhile. */
  left: z.string().array()
})

export type DocumentLinks = z.infer<typeof documentLinks>
export type LinkProblem = z.infer<typeof problem>
export type SiteProblems = z.infer<typeof siteProblems>
export type ExternalLinks = z.infer<typeof externalLinks>
export type MovedOutsideAnswer = z.infer<typeof movedOutside>
export type LinkPlanAnswer = z.infer<typeof linkPlan>
export type LinkState = (typeof linkStates)[number]
export type ProblemKind = (typeof problemKinds)[number]
export type ChangeAnswer = z.infer<typeof change>
export type Changed = z.infer<typeof changed>
