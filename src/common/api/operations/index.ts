import type { Reason } from '../../errors'
import { contentOperations } from './content'
import { documentOperations } from './document'
import { draftOperations } from './drafts'
import { importOperations } from './importing'
import { liveOperations } from './live'
import { momentOperations } from './moment'
import type { Operation } from './operation'
import { permissionOperations } from './permissions'
import { publishingOperations } from './publishing'
import { publishingJobOperations } from './publishing-jobs'
import { queryIndexOperations } from './query-index'
import { readerOperations } from './reading'
import { signInDocumentOperations, signInOperations } from './sign-in'
import { syncOperations } from './sync'
import { versionOperations } from './versions'
import { workspaceOperations } from './workspace'

/** Everything that the authoring service does, in the order of the document. */
export const operations: readonly Operation[] = [
  ...contentOperations,
  ...versionOperations,
  ...publishingOperations,
  ...publishingJobOperations,
  ...queryIndexOperations,
  ...readerOperations,
  ...importOperations,
  ...momentOperations,
  ...syncOperations,
  ...liveOperations,
  ...permissionOperations,
  ...workspaceOperations,
  ...draftOperations,
  ...signInOperations,
  ...signInDocumentOperations,
  ...documentOperations
].map(withEverywhere)

/** What every address refuses, whatever it is about: a query that is too long or says a thing twice, JSON that is nested too deep. */
function withEverywhere(operation: Operation): Operation {
  const everywhere: Reason[] = ['bad-request', 'too-large']
  if (operation.body?.kind === 'json') everywhere.push('too-complex')
  return { ...operation, refusals: [...new Set([...operation.refusals, ...everywhere])] }
}
