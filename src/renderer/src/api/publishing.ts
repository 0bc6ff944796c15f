import { createPublishingClient } from '../../../common/api/client/publishing'
import { send } from '.'

/** The publishing side of this window's service. */
export const publishing = createPublishingClient({ fetch: send })
