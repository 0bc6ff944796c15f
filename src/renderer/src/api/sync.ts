import { createSyncClient } from '../../../common/api/client/sync'
import { send } from '.'

/** The sync of this window's service. */
export const sync = createSyncClient({ fetch: send })
