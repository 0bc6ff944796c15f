import type { z } from 'zod'
import type { Reason } from '../../errors'
import type { OperationId } from '../endpoints'
import { contentOperations } from './content'
import { documentOperations } from './document'
import { draftOperations } from './drafts'
import { holdOperations } from './holds'
import { importOperations } from './importing'
import { linkOperations } from './links'
import { liveOperations } from './live'
import { mcpOperations } from './mcp'
import { momentOperations } from './moment'
import type { Operation } from './operation'
import { permissionOperations, accessRequestOperations } from './permissions'
import { probeOperations } from './probes'
import { publishingOperations } from './publishing'
import { publishingJobOperations } from './publishing-jobs'
import { queryIndexOperations } from './query-index'
import { readerOperations } from './reading'
import { remotePictureOperations } from './remote-picture'
import { roomOperations } from './rooms'
import { searchOperations } from './search'
import { signInDocumentOperations, signInOperations } from './sign-in'
import { syncOperations } from './sync'
import { versionOperations } from './versions'
import { workspaceOperations } from './workspace'

const described = [
  ...contentOperations,
  ...linkOperations,
  ...versionOperations,
  ...publishingOperations,
  ...publishingJobOperations,
  ...queryIndexOperations,
  ...readerOperations,
  ...importOperations,
  ...remotePictureOperations,
  ...momentOperations,
  ...searchOperations,
  ...syncOperations,
  ...liveOperations,
  ...roomOperations,
  ...holdOperations,
  ...permissionOperations,
  ...accessRequestOperations,
  ...workspaceOperations,
  ...draftOperations,
  ...signInOperations,
  ...signInDocumentOperations,
  ...mcpOperations,
  ...probeOperations,
  ...documentOperations
] as const

/** Everything that the authoring service does, in the order of the document. */
export const operations: readonly Operation[] = described.map(withEverywhere)

type Described<Id> = Extract<(typeof described)[number], { readonly id: Id }>

/** The JSON that an operation reads; never where it reads none. */
export type BodyOf<Id extends OperationId> =
  Described<Id> extends { readonly body: { readonly schema: infer Schema extends z.ZodType } }
    ? Sendable<z.input<Schema>>
    : never

type Sendable<T> = T extends object ? { readonly [Member in keyof T]: Sendable<T[Member]> } : T

/** The JSON that it answers with when it says yes. */
export type AnswerOf<Id extends OperationId> = {
  [Status in 200 | 201 | 202]: Described<Id>['answers'] extends {
    readonly [Told in Status]: { readonly body: infer Shape extends z.ZodType }
  }
    ? z.output<Shape>
    : never
}[200 | 201 | 202]

/**
 * What every address refuses, whatever it is about: a query that is too long or says a thing twice, JSON that
 * is nested too deep.
 */
function withEverywhere(operation: Operation): Operation {
  const everywhere: Reason[] = ['bad-request', 'too-large']
  if (operation.body?.kind === 'json') everywhere.push('too-complex')
  return { ...operation, refusals: [...new Set([...operation.refusals, ...everywhere])] }
}
