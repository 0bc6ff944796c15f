import { createSyncClient } from '../../../common/sync/client'
import { send } from '.'

/** The sync of this window's service. */
export const sync = createSyncClient({ fetch: send })
