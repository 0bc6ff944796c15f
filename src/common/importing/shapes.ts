import { z } from 'zod'
import { environments } from '../publishing/environments'
import { itemKinds } from './kinds'
import { importSources, kindOfSource, sourceRequest } from './sources'

/** The shapes of imports: what is asked for, what is told. Times are ISO 8601. */

const environment = z.enum(environments)
export const importRequest = z.object({
  source: sourceRequest,
  /** Below the site, `/archive/2024`; default: the site itself. */
  folder: z.string().max(2048).exactOptional(),
  /** Also take over the pictures of the same site that pages show; default true. */
  withMedia: z.boolean().exactOptional(),
  /**
   * The owner has been asked, and means hosts in this computer or its own network (IM9); nobody else can say
   * so.
   */
  ownNetwork: z.boolean().exactOptional()
})

/** What an action brings. */
export const actionRequest = z.object({
  /** Numbers of the items that are left out, of all items. */
  leaveOut: z.number().int().min(0).array().max(100_000).exactOptional(),
  /** Run: whether files that are there already are replaced; default false. */
  replace: z.boolean().exactOptional(),
  /** Check: other hosts from which redirected media may be taken, `https://cdn.example.com`. */
  hosts: z.string().max(300).array().max(100).exactOptional()
})

export const importActions = ['check', 'run', 'pause', 'resume', 'cancel'] as const

export const importStates = [
  'listing',
  'listed',
  'checking',
  'checked',
  'running',
  'paused',
  'validating',
  'done',
  'cancelled',
  'failed'
] as const

export const verdicts = ['new', 'same', 'changed', 'no'] as const

/** Why something cannot be imported, in one word. */
const obstacles = [
  'redirect', // a document that leads elsewhere
  'host', // on a host that nobody named
  'loop', // redirects without end
  'missing', // 404, 410
  'refused', // 401, 403
  'type', // not what its name says
  'broken', // JSON that is none
  'size',
  'name', // no file can have it
  'twice', // something else of the list goes to the same file
  'not-allowed', // the caller may not write there
  'unreachable' // no answer, time-out, errors of the other side
] as const

const itemCheck = z.object({
  verdict: z.enum(verdicts),
  why: z.enum(obstacles).exactOptional(),
  /** A sentence. */
  detail: z.string().exactOptional(),
  /** What of it cannot come back, because readers do not get it: a sentence. */
  lacks: z.string().exactOptional(),
  /** Where it leads. */
  redirect: z.string().exactOptional(),
  size: z.number().exactOptional(),
  /** Hash of the file that was there; null for none. */
  was: z.string().nullable().exactOptional()
})

export const outcomes = ['created', 'replaced', 'same', 'kept', 'failed'] as const

const itemResult = z.object({
  outcome: z.enum(outcomes),
  detail: z.string().exactOptional(),
  size: z.number().exactOptional(),
  /** Of the file as it is stored. */
  hash: z.string().exactOptional()
})

const findingKinds = [
  'text',
  'links',
  'images',
  'title',
  'head', // something in it, by name
  'sheet',
  'bytes',
  'missing',
  'source'
] as const

const finding = z.object({ what: z.enum(findingKinds), detail: z.string() })

export const importItem = z.object({
  number: z.number().int(),
  /** The whole address, or the path of a published state of this workspace. */
  address: z.string(),
  /** Where it goes; null while that is not known. */
  path: z.string().nullable(),
  kind: z.enum(itemKinds),
  chosen: z.boolean(),
  /** A picture that was not in the list: a page that shows it. */
  shownBy: z.string().exactOptional(),
  structured: z.boolean().exactOptional(),
  check: itemCheck.exactOptional(),
  result: itemResult.exactOptional(),
  /** Empty: compared, nothing differs. */
  findings: finding.array().exactOptional()
})

const count = z.number().int()

export const importShown = z.object({
  name: z.string(),
  state: z.enum(importStates),
  /** `/org/site`, or a folder in it: where it goes. */
  target: z.string(),
  source: z.object({
    kind: z.enum(importSources.map(kindOfSource)),
    environment: environment.exactOptional(),
    /** In words: an address, or the site. */
    from: z.string(),
    paths: z.string().array().exactOptional()
  }),
  user: z.string(),
  createTime: z.string(),
  startTime: z.string().exactOptional(),
  /** When it last began to write. */
  runTime: z.string().exactOptional(),
  stopTime: z.string().exactOptional(),
  /** Why it ended before its time, or what it waits for. */
  error: z.string().exactOptional(),
  replace: z.boolean(),
  withMedia: z.boolean(),
  /** Of the step under way. */
  progress: z.object({ done: count, total: count }),
  items: count,
  /** Lines of the list that are no address. */
  refused: z.object({ text: z.string(), why: z.string() }).array(),
  repeated: count,
  /** Hosts to which media leads, that nobody has named yet. */
  hosts: z.object({ origin: z.string(), items: count }).array(),
  counts: z.object({
    kinds: z.record(z.string(), count),
    verdicts: z.record(z.string(), count),
    outcomes: z.record(z.string(), count),
    /** Items compared after the import, and those of them that differ. */
    compared: count,
    differing: count
  }),
  links: z.object({ self: z.string(), items: z.string(), report: z.string() })
})

export const importList = z.object({ imports: importShown.array() })

export const itemList = z.object({ total: count, offset: count, items: importItem.array() })

/** Both sides of an item, as text; null: no such file, or not text. */
export const itemContents = z.object({
  path: z.string(),
  current: z.string().nullable(),
  incoming: z.string().nullable()
})

export type ImportRequest = z.infer<typeof importRequest>
export type ActionRequest = z.infer<typeof actionRequest>
export type ImportAction = (typeof importActions)[number]
export type ImportState = (typeof importStates)[number]
export type Obstacle = (typeof obstacles)[number]
export type Verdict = (typeof verdicts)[number]
export type Outcome = (typeof outcomes)[number]
export type ImportItem = z.infer<typeof importItem>
export type ItemCheck = z.infer<typeof itemCheck>
export type ItemResult = z.infer<typeof itemResult>
export type Finding = z.infer<typeof finding>
export type ImportShown = z.infer<typeof importShown>
export type ItemContents = z.infer<typeof itemContents>
