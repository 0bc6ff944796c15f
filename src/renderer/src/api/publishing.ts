import { createPublishingClient } from '../../../common/publishing/client'
import { send } from '.'

/** The publishing side of this window's service. */
export const publishing = createPublishingClient({ fetch: send })
