import { appOperations } from './app'
import { contentOperations } from './content'
import type { Operation } from './operation'
import { versionOperations } from './versions'

/** Everything that the authoring service does, in the order of the document. */
export const operations: readonly Operation[] = [...contentOperations, ...versionOperations, ...appOperations]
