import { createSyncClient } from '../../../../common/sync/client'

/** The sync of this window's service. */
export const sync = createSyncClient()
