import { createSyncClient } from '../../../common/api/client/sync'
import { send } from '.'
import { basePath } from './base-path'

/** The sync of this window's service. */
export const sync = createSyncClient({ fetch: send, base: basePath })
